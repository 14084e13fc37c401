/** Settings of the database and of the exchange's role in it. */
import * as z from 'zod/mini';
import type { DatabaseLimits } from './db/connect.ts';
import { ConfigError } from './configError.ts';
import { urlOf } from './urlSetting.ts';

export type DatabaseSettings = {
  /** `undefined`: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /**
   * The same database with the credentials of its owner, who migrates it and restricts the role of `databaseUrl`; by
   * default the role of `databaseUrl` migrates.
   */
  readonly migrationsDatabaseUrl: string | undefined;
  /** The operator accepts real money on the embedded database and the risk of a power loss. */
  readonly isEmbeddedAccepted: boolean;
  readonly databaseLimits: DatabaseLimits;
};

/** With one connection a node could deadlock on itself. */
const POOL_MIN = 2;
const POOL_MAX = 500;
const SECONDS_MAX = 3600;
const SECONDS_EXPECTED = `a whole number of seconds from 0, for none of ours, to ${SECONDS_MAX}`;
const USUAL = { poolSize: '20', statement: '60', lock: '15', idle: '60' };

/** Expected form of each variable. */
export const DATABASE_EXPECTED = {
  DATABASE_URL: 'a URL like postgres://user:password@host:5432/name, or empty for the embedded database',
  MIGRATIONS_DATABASE_URL:
    'the URL of the same database by its owner, another user than that of DATABASE_URL, or empty',
  EMBEDDED_DATABASE_ACCEPTED: '0 or 1',
  DATABASE_POOL_SIZE: `a whole number of connections from ${POOL_MIN} to ${POOL_MAX}`,
  DATABASE_STATEMENT_SECONDS: SECONDS_EXPECTED,
  DATABASE_LOCK_SECONDS: SECONDS_EXPECTED,
  DATABASE_IDLE_SECONDS: SECONDS_EXPECTED,
} as const;

const isCount = (text: string, min: number, max: number) =>
  /^\d{1,4}$/.test(text) && Number.parseInt(text, 10) >= min && Number.parseInt(text, 10) <= max;
const seconds = z.string().check(z.refine((text) => isCount(text, 0, SECONDS_MAX)));

const postgresUrl = urlOf('postgres:', 'postgresql:');

/** Schema of each variable. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: z.optional(postgresUrl),
  MIGRATIONS_DATABASE_URL: z.optional(postgresUrl),
  EMBEDDED_DATABASE_ACCEPTED: z.optional(z.enum(['0', '1'])),
  DATABASE_POOL_SIZE: z.optional(z.string().check(z.refine((text) => isCount(text, POOL_MIN, POOL_MAX)))),
  DATABASE_STATEMENT_SECONDS: z.optional(seconds),
  DATABASE_LOCK_SECONDS: z.optional(seconds),
  DATABASE_IDLE_SECONDS: z.optional(seconds),
};

/** Reads these settings. Throws {@link ConfigError} when both URLs use the same role. */
export function databaseSettings(
  set: Readonly<Partial<Record<keyof typeof DATABASE_EXPECTED, string | undefined>>>,
): DatabaseSettings {
  const { DATABASE_URL: databaseUrl, MIGRATIONS_DATABASE_URL: migrationsDatabaseUrl } = set;
  if (
    migrationsDatabaseUrl !== undefined &&
    (databaseUrl === undefined || isSameUser(databaseUrl, migrationsDatabaseUrl))
  )
    throw new ConfigError(`MIGRATIONS_DATABASE_URL must be ${DATABASE_EXPECTED.MIGRATIONS_DATABASE_URL}.`);
  return {
    databaseUrl,
    migrationsDatabaseUrl,
    isEmbeddedAccepted: set.EMBEDDED_DATABASE_ACCEPTED === '1',
    databaseLimits: {
      poolSize: Number.parseInt(set.DATABASE_POOL_SIZE ?? USUAL.poolSize, 10),
      statementMs: Number.parseInt(set.DATABASE_STATEMENT_SECONDS ?? USUAL.statement, 10) * 1000,
      lockMs: Number.parseInt(set.DATABASE_LOCK_SECONDS ?? USUAL.lock, 10) * 1000,
      idleMs: Number.parseInt(set.DATABASE_IDLE_SECONDS ?? USUAL.idle, 10) * 1000,
    },
  };
}

const isSameUser = (one: string, other: string) => new URL(one).username === new URL(other).username;
