/** Operator command socket: receives one command per connection as a line of JSON, and answers with a line of JSON. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { issueNonce } from './authorize.ts';
import { CommandError, type OperatorDeps } from './command.ts';
import { commandReply, commandRequest, EXIT_USAGE, runCommand, type CommandReply } from './runCommand.ts';

/** Request to the exchange. */
export const socketRequest = z.object({
  /** {@link databaseMark} of the database in the tool's settings; null when there is none. */
  database: z.nullable(z.string()),
  request: z.union([commandRequest, z.object({ isChallenge: z.literal(true) })]),
});
export type SocketRequest = z.output<typeof socketRequest>;

/** Reply to a request for a nonce. */
export const challengeReply = z.object({ nonce: z.string() });

/** Reply to a command; null when the exchange uses another database than the tool's settings. */
export const socketReply = z.nullable(commandReply);

/** A listening server. `close` waits for running commands. */
export type OperatorServer = { close(): Promise<void> };

export type OperatorServerDeps = OperatorDeps & {
  /** `undefined` for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

const REQUEST_CHARACTERS_MAX = 64 * 1024;
const SILENCE_MS = 10_000;
const UNREADABLE: CommandReply = {
  exitCode: EXIT_USAGE,
  isDone: false,
  text: 'The exchange cannot read this command. It may run another version than this tool.',
  data: null,
  files: [],
};

/** Identifies a database without revealing the password of its URL. */
export function databaseMark(databaseUrl: string): string {
  return createHash('sha256').update(databaseUrl).digest('hex');
}

/** Starts listening. When there is no place for the socket the exchange runs without it, and the log has the reason. */
export async function startOperatorServer(deps: OperatorServerDeps): Promise<OperatorServer> {
  const idle = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setEncoding('utf8').setTimeout(SILENCE_MS, () => idle.has(socket) && socket.destroy());
    // The client has disconnected; a running command continues.
    socket.on('error', () => socket.destroy());
    idle.add(socket);
    const work = serve(socket, deps, () => idle.delete(socket)).finally(() => {
      idle.delete(socket);
      running.delete(work);
    });
    running.add(work);
  });
  const place = await placeSocket(server, deps.dataDir).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'operators cannot reach this exchange: there is no place for its socket');
    return undefined;
  });
  return {
    async close() {
      place?.remove();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of idle) socket.destroy();
      await Promise.all(running);
      await closed;
    },
  };
}

async function serve(socket: Socket, deps: OperatorServerDeps, onRead: () => void): Promise<void> {
  const line = await readLine(socket);
  if (line === undefined) {
    socket.destroy();
    return;
  }
  onRead();
  const reply = await replyTo(line, deps);
  await new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.end(`${JSON.stringify(reply)}\n`, () => socket.destroy());
  });
}

async function replyTo(
  line: string,
  deps: OperatorServerDeps,
): Promise<CommandReply | z.output<typeof challengeReply> | null> {
  const read = z.safeParse(socketRequest, jsonOf(line));
  if (!read.success) return UNREADABLE;
  const { database, request } = read.data;
  const own = deps.databaseUrl === undefined ? undefined : databaseMark(deps.databaseUrl);
  if (database !== null && database !== own) return null;
  return 'isChallenge' in request ? { nonce: await issueNonce(deps.db) } : runCommand(deps, request);
}

/** First line of a connection; `undefined` when the connection ends before, or the line is too long. */
async function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      const [line, rest] = text.split('\n', 2);
      if (rest !== undefined) resolve(line);
      else if (text.length > REQUEST_CHARACTERS_MAX) resolve(undefined);
    });
    socket.once('end', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// Unix socket between the exchange and the operator tool: in the data folder, for the user that the exchange runs as
// only.
//
// The path of a socket is limited to about a hundred bytes. If the data folder's path is too long, the socket is in a
// temporary folder of its own, and `operator.path` in the data folder contains its path.

const SOCKET = 'operator.sock';
const POINTER = 'operator.path';
/** The shortest limit of the supported systems (macOS), without the terminating zero. */
const PATH_BYTES_MAX = 103;
const OWNER_ONLY = 0o600;

/** A listening socket; `remove` deletes its files, unless another process has replaced them. */
export type PlacedSocket = { readonly path: string; remove(): void };

/**
 * Finds the socket of the exchange that serves a data folder; `undefined` when there is none. Throws {@link
 * CommandError} when another user's process may own the socket.
 */
export function findSocket(dataDir: string): string | undefined {
  const path = join(dataDir, SOCKET);
  if (identityOf(path) !== undefined) return path;
  const pointer = join(dataDir, POINTER);
  const target = readPointer(pointer);
  if (target === undefined || identityOf(target) === undefined) return undefined;
  // Temporary folders are shared: after ours was deleted, another user can create one with the same name.
  if (statSync(target).uid === statSync(pointer).uid) return target;
  throw new CommandError(`${target} belongs to somebody else than ${pointer}: remove the latter.`);
}

/** Whether a process listens there. */
export async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Listens in the data folder and replaces a stale socket. Returns `undefined` when another exchange on the same folder
 * already listens: it serves operators as well. Throws the system's error when there is no place.
 */
async function placeSocket(server: Server, dataDir: string): Promise<PlacedSocket | undefined> {
  mkdirSync(dataDir, { recursive: true });
  const earlier = findSocket(dataDir);
  if (earlier !== undefined) {
    if (await isAnswered(earlier)) return undefined;
    if (dirname(earlier) !== dataDir) removeWithFolder(earlier);
  }
  return Buffer.byteLength(join(dataDir, `.operator-XXXXXX`, SOCKET)) <= PATH_BYTES_MAX
    ? placeHere(server, dataDir)
    : placeElsewhere(server, dataDir);
}

/**
 * Creates the socket in a private folder and moves it once its mode is set, so that other users can connect at no time.
 */
async function placeHere(server: Server, dataDir: string): Promise<PlacedSocket> {
  const folder = mkdtempSync(join(dataDir, '.operator-'));
  const path = join(dataDir, SOCKET);
  try {
    await listen(server, join(folder, SOCKET));
    renameSync(join(folder, SOCKET), path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  rmSync(join(dataDir, POINTER), { force: true });
  const own = identityOf(path);
  const remove = () => {
    if (own !== undefined && identityOf(path) === own) rmSync(path, { force: true });
  };
  return { path, remove };
}

async function placeElsewhere(server: Server, dataDir: string): Promise<PlacedSocket> {
  const path = join(mkdtempSync(join(tmpdir(), 'halyard-')), SOCKET);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) {
    rmdirSync(dirname(path));
    throw new Error(`the path of a socket is too long: ${path}`);
  }
  await listen(server, path);
  const pointer = join(dataDir, POINTER);
  writeFileSync(`${pointer}.new`, path, { mode: OWNER_ONLY });
  renameSync(`${pointer}.new`, pointer);
  rmSync(join(dataDir, SOCKET), { force: true });
  const remove = () => {
    if (readPointer(pointer) === path) rmSync(pointer, { force: true });
    removeWithFolder(path);
  };
  return { path, remove };
}

async function listen(server: Server, path: string): Promise<void> {
  await once(server.listen(path), 'listening');
  chmodSync(path, OWNER_ONLY);
}

/** Removes only our own files: the socket, and its folder if it is empty. */
function removeWithFolder(path: string): void {
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // Not empty, or already removed.
  }
}

/** Distinguishes a file from another one of the same name; `undefined` when there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

function readPointer(pointer: string): string | undefined {
  try {
    return readFileSync(pointer, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
