/** Runs a command without a running exchange: the tool opens the database itself, and closes it afterwards. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { DatabaseUnavailableError, openDatabase, type OpenDatabase } from '../db/connect.ts';
import { readExchangeId, withEvents, type Database } from '../db/database.ts';
import { DataDirLockedError } from '../db/dataDir.ts';
import { createLocalBus, createRedisBus, RedisUnavailableError } from '../events/eventBus.ts';
import type { EventBus } from '../events/events.ts';
import { CommandError } from './command.ts';
import { issueNonce } from './operatorKeys.ts';
import { runCommand, type CommandReply, type CommandRequest } from './runCommand.ts';

type Settings = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'migrationsDatabaseUrl'
  | 'redisUrl'
  | 'isSandbox'
  | 'logKeyFile'
  | 'secretKeys'
  | 'areKeysRequired'
  | 'twoPersonOver'
  | 'twoPersonOperatorOver'
>;
type Log = Pick<Logger, 'error' | 'warn'>;

/**
 * Opens the database of the settings, runs the command, and closes it. `requestOf` may sign a nonce of the database.
 * Throws {@link CommandError} when there is no database, or another process uses it.
 */
export async function runHere(
  settings: Settings,
  requestOf: (giveNonce: () => Promise<string>) => Promise<CommandRequest>,
  log: Log,
): Promise<CommandReply> {
  const { db, close } = await open(settings);
  try {
    const events = await openBus(settings, { db, log });
    try {
      const request = await requestOf(() => issueNonce(db));
      return await runCommand({ ...settings, db: withEvents(db, events), events, clock: systemClock, log }, request);
    } finally {
      await events.close();
    }
  } finally {
    await close();
  }
}

async function open({ databaseUrl, migrationsDatabaseUrl, dataDir }: Settings): Promise<OpenDatabase> {
  // Opening would create an empty database: a mistyped folder would look like an exchange without users.
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'pg'))) {
    throw new CommandError(
      `There is no exchange in ${dataDir}: set DATA_DIR or DATABASE_URL as the exchange has them.`,
    );
  }
  try {
    return await openDatabase({ databaseUrl, migrationsUrl: migrationsDatabaseUrl, dataDir });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    if (!(error.cause instanceof DataDirLockedError)) throw new CommandError(error.message);
    throw new CommandError(`The exchange in ${dataDir} is up, but does not answer operators: try again in a moment.`);
  }
}

/** Open screens are notified of the change if possible; a money command does not fail otherwise. */
async function openBus(
  { redisUrl }: Settings,
  { db, log }: { readonly db: Database; readonly log: Log },
): Promise<EventBus> {
  if (redisUrl === undefined) return createLocalBus(log);
  try {
    return await createRedisBus({ url: redisUrl, exchange: await readExchangeId(db) }, log);
  } catch (error) {
    if (!(error instanceof RedisUnavailableError)) throw error;
    log.warn({ err: error }, 'Redis does not answer: screens that are open notice this change later');
    return createLocalBus(log);
  }
}
