/**
 * Where the exchange and the operator's tool meet: a Unix socket in the data folder, for the user that the exchange
 * runs as alone.
 *
 * A socket's path is limited to about a hundred bytes. Where the data folder lies deeper than that, the socket is in a
 * folder of its own for temporary files, and `operator.path` in the data folder says where.
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
/** What the shortest limit of the systems we run on (macOS) leaves without the final zero. */
const PATH_BYTES_MAX = 103;
const OWNER_ONLY = 0o600;

/** A socket that is listened on; `remove` takes its files away, unless another process has put its own there. */
export type PlacedSocket = { readonly path: string; remove(): void };

/**
 * The socket of the exchange that serves a data folder, `undefined` when the folder names none. Throws {@link
 * CommandError} when somebody else than the folder's exchange may be behind it.
 */
export function findSocket(dataDir: string): string | undefined {
  const path = join(dataDir, SOCKET);
  if (identityOf(path) !== undefined) return path;
  const pointer = join(dataDir, POINTER);
  const target = readPointer(pointer);
  if (target === undefined || identityOf(target) === undefined) return undefined;
  // Folders for temporary files are everybody's: when ours is swept away, anybody can make one of the same name.
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
 * Listens in the data folder; takes the place of a socket that nobody listens on any more. Answers `undefined` when
 * another exchange on the same folder listens already: it serves operators as well. Throws what the system says when
 * there is no place.
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
 * Made in a folder that nobody else can enter and moved when its mode is right: there is no moment in which others
 * could connect.
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

/** Only what is ours: the socket, and its folder if nothing else is in it. */
function removeWithFolder(path: string): void {
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // Somebody keeps something there, or it is gone.
  }
}

/** What tells a file from another one of the same name; `undefined` when there is none. */
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
