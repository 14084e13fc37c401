/** The setting of where the database is, and who the exchange is to it. */
import * as z from 'zod/mini';
import { ConfigError } from './configError.ts';
import { urlOf } from './urlSetting.ts';

export type DatabaseSettings = {
  /** `undefined`: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The same database by its owner, who migrates it and confines the role of `databaseUrl`; that one else. */
  readonly migrationsDatabaseUrl: string | undefined;
  /** Real money on the embedded database is what the operator wants, knowing what a power cut does. */
  readonly isEmbeddedAccepted: boolean;
};

/** What the variables must be. */
export const DATABASE_EXPECTED = {
  DATABASE_URL: 'a URL like postgres://user:password@host:5432/name, or empty for the embedded database',
  MIGRATIONS_DATABASE_URL:
    'the URL of the same database by its owner, another user than that of DATABASE_URL, or empty',
  EMBEDDED_DATABASE_ACCEPTED: '0 or 1',
} as const;

const postgresUrl = urlOf('postgres:', 'postgresql:');

/** How they are read from the environment. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: z.optional(postgresUrl),
  MIGRATIONS_DATABASE_URL: z.optional(postgresUrl),
  EMBEDDED_DATABASE_ACCEPTED: z.optional(z.enum(['0', '1'])),
};

/** The settings of these variables. Throws a {@link ConfigError} where a second role would only look like one. */
export function databaseSettings(
  set: Readonly<Partial<Record<keyof typeof DATABASE_EXPECTED, string | undefined>>>,
): DatabaseSettings {
  const { DATABASE_URL: databaseUrl, MIGRATIONS_DATABASE_URL: migrationsDatabaseUrl } = set;
  if (
    migrationsDatabaseUrl !== undefined &&
    (databaseUrl === undefined || isSameUser(databaseUrl, migrationsDatabaseUrl))
  )
    throw new ConfigError(`MIGRATIONS_DATABASE_URL must be ${DATABASE_EXPECTED.MIGRATIONS_DATABASE_URL}.`);
  return { databaseUrl, migrationsDatabaseUrl, isEmbeddedAccepted: set.EMBEDDED_DATABASE_ACCEPTED === '1' };
}

const isSameUser = (one: string, other: string) => new URL(one).username === new URL(other).username;
