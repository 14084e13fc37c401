/** The operator tool as a function: words in, text and an exit code out. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { systemClock } from '../clock.ts';
import { readConfig, type Config } from '../config.ts';
import { DatabaseUnavailableError, openDatabase, type OpenDatabase } from '../db/connect.ts';
import { readExchangeId, withEvents, type Database } from '../db/database.ts';
import { DataDirLockedError } from '../db/dataDir.ts';
import { createLocalBus, createRedisBus, RedisUnavailableError } from '../events/eventBus.ts';
import type { EventBus } from '../events/events.ts';
import { ConfigError } from '../settings.ts';
import { issueNonce } from './authorize.ts';
import {
  CommandError,
  FILE_VALUE,
  FOLDER_ARGUMENT,
  PATH_ARGUMENT,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
} from './command.ts';
import { helpText, parseWords, sortWords, type Typed, type Words } from './commandLine.ts';
import { readOperatorKey } from './keyFile.ts';
import { hashNamedFiles } from './namedFiles.ts';
import { challengeReply, databaseMark, findSocket, socketReply, type SocketRequest } from './operatorServer.ts';
import {
  commandRequest,
  EXIT_DONE,
  EXIT_FAILED,
  EXIT_USAGE,
  runCommand,
  type CommandReply,
  type CommandRequest,
} from './runCommand.ts';
import { formatJson } from './text.ts';

export type OperateDeps = {
  /** Words after the tool's name. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. */
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Runs the tool; returns its exit code. Throws internal errors only. */
export async function operate(deps: OperateDeps): Promise<number> {
  const { words, out, err } = deps;
  // Taken from the raw words, because parsing them may fail.
  const isJson = words.includes('--json');
  try {
    const sorted = sortWords(words);
    const typed = parseWords(sorted);
    if (typed.kind === 'help') {
      out(helpText(typed.group));
      return EXIT_DONE;
    }
    const absolute = absoluteWords(words, typed, deps.cwd);
    if (typed.command.runLocally !== undefined) {
      return finish(await typed.command.runLocally(deps.env, inputOf(absolute)));
    }
    const reply = await runSomewhere({ ...deps, words: absolute }, sorted, typed.command);
    if (reply.warning !== undefined) err(reply.warning);
    if (!reply.isDone) return fail(reply.exitCode, reply.text);
    const folder = sorted.options['save'];
    const saved = folder === undefined ? [] : await saveFiles(reply, resolve(deps.cwd, folder));
    out(isJson ? formatJson(reply.data) : [reply.text, ...saved.map((path) => `Saved ${path}`)].join('\n'));
    return reply.exitCode;
  } catch (error) {
    if (error instanceof UsageError) return fail(EXIT_USAGE, error.message);
    if (error instanceof CommandError || error instanceof ConfigError) return fail(EXIT_FAILED, error.message);
    throw error;
  }

  function finish({ data, text, isFault = false }: CommandAnswer): number {
    out(isJson ? formatJson(data) : text);
    return isFault ? EXIT_FAILED : EXIT_DONE;
  }

  function fail(exitCode: number, message: string): number {
    err(isJson ? formatJson({ error: message }) : message);
    return exitCode;
  }
}

/** Runs in the exchange when it is up, because it holds the embedded database; otherwise in this process. */
async function runSomewhere(
  { words, env, log }: OperateDeps,
  { options }: Words,
  command: OperatorCommand,
): Promise<CommandReply> {
  const operator = options['operator'] || env['OPERATOR_NAME'] || systemUser();
  const read = z.safeParse(commandRequest, { operator, words: [...words] });
  if (!read.success) {
    const isName = read.error.issues[0]?.path[0] === 'operator';
    throw new UsageError(isName ? 'say who acts: --operator <name>, at most 64 characters' : 'this is too long');
  }
  // The tool does not need the price feed, whose file may be readable by the exchange only.
  const config = readConfig({ ...env, FEED: undefined });
  const { dataDir, databaseUrl } = config;
  const database = databaseUrl === undefined ? null : databaseMark(databaseUrl);
  const sign = await signerOf(env, read.data);
  const isOwn = command.runsInTool === true && databaseUrl !== undefined;
  const reply = isOwn ? undefined : await askThere(dataDir, database, sign ?? read.data);
  return reply ?? runHere(config, async (giveNonce) => sign?.(await giveNonce()) ?? read.data, log);
}

type Sign = (nonce: string) => CommandRequest;

/** Sends the request to the exchange, signed with a nonce from it. */
async function askThere(dataDir: string, database: string | null, given: Sign | CommandRequest) {
  if (typeof given !== 'function') return askExchange(dataDir, { database, request: given });
  const nonce = await askNonce(dataDir, { database });
  return nonce === undefined ? undefined : askExchange(dataDir, { database, request: given(nonce) });
}

/** Signs a command with the key of the tool's user; undefined when there is none. */
async function signerOf(env: OperateDeps['env'], request: CommandRequest): Promise<Sign | undefined> {
  const key = await readOperatorKey(env);
  if (key === undefined) return undefined;
  const typed = parseWords(sortWords(request.words));
  const files = typed.kind === 'command' ? await hashNamedFiles(typed) : [];
  return (nonce) => ({ ...request, signed: key.sign(request.words, { nonce, atMs: Date.now(), files }) });
}

function inputOf(words: readonly string[]): CommandInput {
  const typed = parseWords(sortWords(words));
  return typed.kind === 'command' ? typed.input : { args: [], options: {} };
}

/** Words with absolute paths, because the exchange, which may run the command, has another working folder. */
function absoluteWords(words: readonly string[], typed: Typed & { kind: 'command' }, cwd: string): readonly string[] {
  const { command, input } = typed;
  const paths = [FOLDER_ARGUMENT, PATH_ARGUMENT].map((name) => input.args[command.args.indexOf(name)]);
  // A folder may have the same name as the command.
  const first = words.indexOf(command.name, words.indexOf(command.group) + 1) + 1;
  const options = command.options.filter(({ value }) => value === FILE_VALUE).map(({ name }) => `--${name}`);
  return words.map((word, index) => {
    const option = options.find((name) => word.startsWith(`${name}=`));
    if (option !== undefined) return `${option}=${resolve(cwd, word.slice(option.length + 1))}`;
    const isPath = index >= first && paths.includes(word);
    return isPath || options.includes(words[index - 1] ?? '') ? resolve(cwd, word) : word;
  });
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return '';
  }
}

async function saveFiles({ files }: CommandReply, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const saved: string[] = [];
  for (const { name, path } of files) {
    const target = join(folder, name);
    try {
      await copyFile(path, target);
      // Personal documents: readable by the operator only.
      await chmod(target, FILE_MODE);
    } catch (error) {
      throw new CommandError(`${path} cannot be copied: ${(error as Error).message}`);
    }
    saved.push(target);
  }
  return saved;
}

// Client side of the operator socket.

const NOT_LISTENING = ['ENOENT', 'ECONNREFUSED'];

/**
 * Sends a command to the exchange of a data folder. Returns `undefined` when none is up there, or when it uses another
 * database. Throws {@link CommandError} when it belongs to another user of the system, and when it ends without an
 * answer.
 */
export async function askExchange(dataDir: string, request: SocketRequest): Promise<CommandReply | undefined> {
  const text = await askText(dataDir, request);
  if (text === undefined) return undefined;
  const reply = z.safeParse(socketReply, parse(text));
  // It is unknown whether the command was executed; the operator must decide whether to repeat it.
  if (!reply.success)
    throw new CommandError('The exchange ended before it answered: look whether the command was done.');
  return reply.data ?? undefined;
}

/**
 * Requests a nonce from the exchange of a data folder; `undefined` when none is up there, or when it uses another
 * database. Throws {@link CommandError} when it does not support signatures.
 */
export async function askNonce(
  dataDir: string,
  { database }: Pick<SocketRequest, 'database'>,
): Promise<string | undefined> {
  const text = await askText(dataDir, { database, request: { isChallenge: true } });
  if (text === undefined) return undefined;
  const reply = z.safeParse(z.nullable(challengeReply), parse(text));
  if (reply.success) return reply.data?.nonce;
  throw new CommandError('The exchange gives nothing to sign. It may run another version than this tool.');
}

async function askText(dataDir: string, request: SocketRequest): Promise<string | undefined> {
  const path = findSocket(dataDir);
  const socket = path === undefined ? undefined : await open(path);
  return socket === undefined ? undefined : ask(socket, request);
}

async function open(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && NOT_LISTENING.includes(code)) return undefined;
    if (code !== 'EACCES') throw error;
    throw new CommandError(`The exchange belongs to another user of this system: ${path} may not be opened.`);
  }
}

async function ask(socket: Socket, request: SocketRequest): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const closed = new Promise<void>((onClosed) => {
    socket.once('close', () => onClosed());
    // The exchange crashed; the `close` event is sufficient.
    socket.on('error', () => undefined);
  });
  socket.write(`${JSON.stringify(request)}\n`);
  await closed;
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// Runs a command without a running exchange: the tool opens the database itself, and closes it afterwards.

type Settings = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'migrationsDatabaseUrl'
  | 'redisUrl'
  | 'isSandbox'
  | 'withdrawalHoldHours'
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
async function runHere(
  settings: Settings,
  requestOf: (giveNonce: () => Promise<string>) => Promise<CommandRequest>,
  log: Log,
): Promise<CommandReply> {
  const { db, close } = await openHere(settings);
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

async function openHere({ databaseUrl, migrationsDatabaseUrl, dataDir }: Settings): Promise<OpenDatabase> {
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
