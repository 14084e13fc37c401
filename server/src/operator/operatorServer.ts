/** Operator command socket: receives one command per connection as a line of JSON, and answers with a line of JSON. */
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import * as z from 'zod/mini';
import type { Logger } from 'pino';
import type { OperatorDeps } from './command.ts';
import { placeSocket } from './operatorSocket.ts';
import { issueNonce } from './operatorKeys.ts';
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
