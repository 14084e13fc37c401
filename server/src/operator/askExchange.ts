/** The tool's side of the socket. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';
import { CommandError } from './command.ts';
import { socketReply, type SocketRequest } from './operatorServer.ts';
import { findSocket } from './operatorSocket.ts';
import type { CommandReply } from './runCommand.ts';

const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED'];

/**
 * Has the exchange of a data folder run a command. Answers `undefined` when none is up there, or when it works on
 * another database. Throws {@link CommandError} when it belongs to another user of the system, and when it ends without
 * an answer.
 */
export async function askExchange(dataDir: string, request: SocketRequest): Promise<CommandReply | undefined> {
  const path = findSocket(dataDir);
  const socket = path === undefined ? undefined : await open(path);
  if (socket === undefined) return undefined;
  const text = await ask(socket, request);
  const reply = z.safeParse(socketReply, parse(text));
  // Whether the command was done is not known: doing it a second time by another way is the operator's choice.
  if (!reply.success)
    throw new CommandError('The exchange ended before it answered: look whether the command was done.');
  return reply.data ?? undefined;
}

async function open(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && NOBODY_LISTENS.includes(code)) return undefined;
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
    // The exchange was killed; the end of the connection says all.
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
