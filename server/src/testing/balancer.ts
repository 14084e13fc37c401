/** A small load balancer in front of nodes, as one before an exchange: it asks each whether it is ready. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type Balancer = { readonly url: string; close(): Promise<void> };

const ASK_EVERY_MS = 250;

/** Starts a balancer on a free port. `nodes`: addresses such as `http://127.0.0.1:8080`. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  let turn = 0;
  const next = () => {
    const all = nodes.filter((node) => ready.has(node));
    turn += 1;
    return all[turn % all.length];
  };
  const ask = async () => {
    for (const node of nodes) {
      const answer = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
      if (answer?.status === 200) ready.add(node);
      else ready.delete(node);
    }
  };
  await ask();
  const timer = setInterval(() => void ask(), ASK_EVERY_MS);
  const server = createServer((request, response) => forward(next(), request, response));
  server.on('upgrade', (request, socket, head) => upgrade(next(), { request, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(node: string | undefined, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  if (node === undefined) {
    response.writeHead(502).end();
    return;
  }
  const outgoing = send(`${node}${url}`, { method, headers }, (answer) => {
    const { connection: _connection, ...passed } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, passed);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(outgoing);
}

type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

function upgrade(node: string | undefined, { request, socket, head }: Upgrade): void {
  if (node === undefined) {
    socket.destroy();
    return;
  }
  const { hostname, port } = new URL(node);
  const out = connect(Number(port), hostname, () => {
    const headers = request.rawHeaders.map((text, index) => `${text}${index % 2 === 0 ? ': ' : '\r\n'}`).join('');
    out.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers}\r\n`);
    out.write(head);
    socket.pipe(out).pipe(socket);
  });
  for (const one of [socket, out]) {
    one.on('error', () => undefined);
    one.on('close', () => {
      socket.destroy();
      out.destroy();
    });
  }
}
