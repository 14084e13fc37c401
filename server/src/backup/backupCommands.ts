/** `operator backup`: makes, checks and restores backups. */
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { readConfig } from '../config.ts';
import { writeAudit, type Reviewer } from '../operator/audit.ts';
import {
  argument,
  BACKUP,
  CommandError,
  FILE_VALUE,
  PATH_ARGUMENT,
  READ,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../operator/command.ts';
import { formatFields } from '../operator/text.ts';
import { ConfigError, readSecretFile } from '../settings.ts';
import {
  BackupError,
  fileFault,
  isBackupPublicKey,
  newBackupKey,
  parseBackupKey,
  type Opener,
  type Recipient,
} from './backupFile.ts';
import { makeBackup } from './makeBackup.ts';
import { moveDatabase } from './moveDatabase.ts';
import { checkBackup, restoreBackup, type Found, type RestorePlace } from './restoreBackup.ts';
import type { RestoredLog } from './restoredDatabase.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PASSPHRASE = { name: 'passphrase', value: FILE_VALUE, summary: 'a file that holds the passphrase' } as const;
const KEY = { name: 'key', value: FILE_VALUE, summary: 'the secret key that "backup key" made' } as const;
const OPTIONS_TO_OPEN = [KEY, PASSPHRASE];
const AFTER_RESTORE: Readonly<Record<RestoredLog, string>> = {
  none: 'The public log had not begun.',
  'goes-on': 'The public log goes on where it was.',
  stopped:
    'All markets stay suspended until the next public log begins: start the exchange, then "log new after-restore".',
};

/** The way from the embedded database to PostgreSQL. */
export const MOVE_COMMAND: OperatorCommand = {
  group: 'database',
  name: 'move',
  rule: READ,
  args: [],
  options: [{ name: 'to', value: 'url', summary: 'the blank database on PostgreSQL, by the role that shall own it' }],
  summary: 'copy a stopped exchange from the embedded database into a blank one on PostgreSQL, and prove both',
  run: () => Promise.reject(new UsageError('stop the exchange first: "database move" is for the tool itself')),
  runLocally: (env, input) => move(env, input),
};

export const BACKUP_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'backup',
    name: 'make',
    rule: BACKUP,
    args: [PATH_ARGUMENT],
    options: [
      { name: 'to', value: 'public key', summary: 'encrypt it for the key that "backup key" made' },
      { ...PASSPHRASE, summary: 'encrypt it with the passphrase in this file' },
    ],
    summary: 'write a backup of the exchange, running or not, to a new file, or to a folder under a name with the time',
    runsInTool: true,
    run: make,
  },
  {
    group: 'backup',
    name: 'check',
    rule: READ,
    args: [PATH_ARGUMENT],
    options: OPTIONS_TO_OPEN,
    summary: 'restore a backup into a scratch place, prove it and remove it; ends with 1 when something is wrong',
    run: () => notInExchange('check'),
    runLocally: (env, input) => check(env, input),
  },
  {
    group: 'backup',
    name: 'restore',
    rule: READ,
    args: [PATH_ARGUMENT],
    options: [
      ...OPTIONS_TO_OPEN,
      {
        name: 'log-last',
        value: FILE_VALUE,
        summary: 'the newest log.last, or checkpoint of the public log, there is',
      },
    ],
    summary: 'restore a backup into an empty DATA_DIR and, with DATABASE_URL, a blank database',
    run: () => notInExchange('restore'),
    runLocally: (env, input) => restore(env, input),
  },
  {
    group: 'backup',
    name: 'key',
    rule: READ,
    args: [PATH_ARGUMENT],
    options: [],
    summary: 'make a key that backups are encrypted for, in a new file: keep it away from the exchange',
    run: () => notInExchange('key'),
    runLocally: (_env, input) => makeKey(argument(input, 0)),
  },
];

async function notInExchange(name: string): Promise<never> {
  throw new UsageError(`"backup ${name}" is for the tool itself`);
}

async function make(deps: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const place = argument(input, 0);
  const to = await readRecipient(input);
  if (to === undefined && !deps.isSandbox)
    throw new UsageError('a backup holds every key, paper and balance: encrypt it, --to <public key>');
  const { db, clock, dataDir, logKeyFile, databaseUrl, migrationsDatabaseUrl } = deps;
  // Before the backup, so that every copy is in the audit log.
  await db.transaction((tx) => writeAudit(tx, operator, { action: 'backup.make', subject: 'exchange', reason: place }));
  const source = { db, dataDir, logKeyFile, databaseUrl: migrationsDatabaseUrl ?? databaseUrl };
  const made = await explained(() => makeBackup(source, { place, to, now: new Date(clock.nowMs()) }));
  const how = to === undefined ? 'not encrypted' : 'encrypted';
  const text = `${made.path}: ${sizeOf(made.bytes)}, ${how}. Prove it: backup check ${made.path}`;
  return { data: { ...made, isEncrypted: to !== undefined }, text };
}

async function check(env: Env, input: CommandInput): Promise<CommandAnswer> {
  const backup = { path: argument(input, 0), opener: await readOpener(input) };
  return answerOf(await explained(() => checkBackup(backup, placeOf(env))));
}

async function restore(env: Env, input: CommandInput): Promise<CommandAnswer> {
  const { 'log-last': lastFile } = input.options;
  const name = input.options['operator'] || env['OPERATOR_NAME'] || userInfo().username;
  const logLast = lastFile === undefined ? undefined : await readText(lastFile);
  const backup = { path: argument(input, 0), opener: await readOpener(input) };
  const found = await explained(() => restoreBackup(backup, placeOf(env), { logLast, operator: { name } }));
  const { data, text, ...rest } = answerOf(found);
  return { ...rest, data: { ...data, log: found.log }, text: `${text}\n\n${AFTER_RESTORE[found.log]}` };
}

async function move(env: Env, { options }: CommandInput): Promise<CommandAnswer> {
  const { to } = options;
  if (to === undefined || !/^postgres(ql)?:\/\//.test(to))
    throw new UsageError('--to is the URL of a blank database, like postgres://role@host/halyard');
  const { dataDir, databaseUrl } = placeOf(env);
  if (databaseUrl !== undefined)
    throw new UsageError('DATABASE_URL is set: this exchange is on PostgreSQL already. Unset it to move an older one');
  const name = options['operator'] || env['OPERATOR_NAME'] || userInfo().username;
  const moved = await explained(() => moveDatabase(dataDir, to, { name }));
  const fields = [
    ['tables', moved.tables],
    ['rows', moved.rows],
    ['users', moved.counts.users],
    ['ledger entries', moved.counts.ledgerEntries],
    ['entries of the public log', moved.counts.logEntries],
    ['the database before', moved.before],
  ] as const;
  const next = 'The books and the root of the public log are the same on both sides. Start it with DATABASE_URL.';
  return { data: moved, text: `${formatFields(fields)}\n\n${next}` };
}

async function makeKey(path: string): Promise<CommandAnswer> {
  const { pem, publicKey } = newBackupKey();
  try {
    await writeFile(path, pem, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`);
  }
  const fields = [['public key', publicKey] as const, ['file', path] as const];
  return { data: { publicKey, path }, text: formatFields(fields) };
}

function answerOf({ about, keys, counts, faults }: Found) {
  const fields = [
    ['made at', about.madeAt],
    ['by version', about.version],
    ['database', about.engine === 'pglite' ? 'embedded' : 'PostgreSQL'],
    ['users', counts.users],
    ['spot orders', counts.orders],
    ['ledger entries', counts.ledgerEntries],
    ['entries of the public log', counts.logEntries],
    ['uploads', counts.uploads],
    ['keys', keys.join(', ')],
  ] as const;
  const isFault = faults.length > 0;
  const verdict = isFault ? faults.join('\n') : 'The books, the public log and the uploads are right.';
  return { data: { ...about, keys, counts, faults }, text: `${formatFields(fields)}\n\n${verdict}`, isFault };
}

function placeOf(env: Env): RestorePlace {
  return readConfig({ ...env, FEED: undefined });
}

async function readRecipient({ options }: CommandInput): Promise<Recipient | undefined> {
  const { to, passphrase } = options;
  if (to !== undefined && passphrase !== undefined) throw new UsageError('give --to or --passphrase, not both');
  if (passphrase !== undefined) return { passphrase: readPassphrase(passphrase) };
  if (to === undefined) return undefined;
  if (!isBackupPublicKey(to)) throw new UsageError('--to is the public key that "backup key" printed');
  return { publicKey: to };
}

async function readOpener({ options: { key, passphrase } }: CommandInput): Promise<Opener> {
  return explained(async () => ({
    secretKey: key === undefined ? undefined : parseBackupKey(await readText(key), key),
    passphrase: passphrase === undefined ? undefined : readPassphrase(passphrase),
  }));
}

function readPassphrase(path: string): string {
  try {
    return readSecretFile('--passphrase', path);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(error.message) : error;
  }
}

async function readText(path: string): Promise<string> {
  return explained(() =>
    readFile(path, 'utf8').catch((error: unknown) => {
      throw fileFault(path, error);
    }),
  );
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  }
}

function sizeOf(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
