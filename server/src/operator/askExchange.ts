/** Client side of the operator socket. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';
import { CommandError } from './command.ts';
import { challengeReply, socketReply, type SocketRequest } from './operatorServer.ts';
import { findSocket } from './operatorSocket.ts';
import type { CommandReply } from './runCommand.ts';

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
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
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
