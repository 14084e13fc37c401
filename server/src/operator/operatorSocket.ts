/**
 * Unix socket between the exchange and the operator tool: in the data folder, for the user that the exchange runs as
 * only.
 *
 * The path of a socket is limited to about a hundred bytes. If the data folder's path is too long, the socket is in a
 * temporary folder of its own, and `operator.path` in the data folder contains its path.
 */
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
import { connect, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './command.ts';

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
export async function placeSocket(server: Server, dataDir: string): Promise<PlacedSocket | undefined> {
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
