/**
 * The cheapest possible HTTP client: it shares the machine's cores with the server that it measures. It writes to
 * persistent sockets, has one request under way on each, and reads no more of an answer than its length.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Posts forms with a token; returns the body as text. */
export type OrdersClient = {
  post(path: string, form: string, token: string): Promise<string>;
  close(): void;
};

type Connection = { isOpen(): boolean; exchange(request: string): Promise<string>; end(): void };

const HEAD_END = '\r\n\r\n';

/** Opens so many connections to the exchange at `url`; a request waits for a free one. */
export async function openOrdersClient(url: string, connections: number): Promise<OrdersClient> {
  const { hostname, port, host } = new URL(url);
  const openOne = () => openConnection(hostname, Number(port));
  const free = await Promise.all(Array.from({ length: connections }, openOne));
  const waiting: ((connection: Connection) => void)[] = [];
  const take = () => free.pop() ?? new Promise<Connection>((resolve) => void waiting.push(resolve));
  const giveBack = (connection: Connection) => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  return {
    async post(path, form, token) {
      const taken = await take();
      // The exchange closes connections that are idle for long.
      const connection = taken.isOpen() ? taken : await openOne();
      const lines = [
        `POST /api/${path} HTTP/1.1`,
        `host: ${host}`,
        `authorization: ${token}`,
        'content-type: application/x-www-form-urlencoded',
        // Forms are ASCII, so characters are bytes.
        `content-length: ${form.length}`,
      ];
      const body = await connection.exchange(lines.join('\r\n') + HEAD_END + form);
      giveBack(connection);
      return body;
    },
    close: () => free.forEach((connection) => connection.end()),
  };
}

async function openConnection(hostname: string, port: number): Promise<Connection> {
  const socket: Socket = connect(port, hostname).setNoDelay();
  await once(socket, 'connect');
  let read = '';
  let answered: ((body: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    read += part;
    const body = wholeBody(read);
    if (body === undefined) return;
    read = '';
    answered?.(body);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the exchange closed a connection')));
  return {
    isOpen: () => !socket.destroyed,
    exchange: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

function wholeBody(read: string): string | undefined {
  const head = read.indexOf(HEAD_END);
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(read.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${read.slice(0, head)}`);
  const body = read.slice(head + HEAD_END.length);
  return body.length < Number(length) ? undefined : body;
}
