/** A small load balancer in front of nodes, as one before an exchange: it asks each whether it is ready. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type Balancer = {
  readonly url: string;
  /** When a request or a socket was last passed to a node, by `performance.now()`; undefined before the first. */
  lastPassedMs(node: string): number | undefined;
  close(): Promise<void>;
};

export type BalancerOptions = {
  readonly askEveryMs?: number;
  /** Consecutive failures after which a node gets nothing more. */
  readonly failuresMax?: number;
  /** Closes the connections to a node that does not answer at all. */
  readonly cutsSilent?: boolean;
};

const ASK_EVERY_MS = 250;
const ANSWER_WITHIN_MS = 1000;

/** Starts a balancer on a free port. `nodes`: addresses such as `http://127.0.0.1:8080`. */
export async function startBalancer(nodes: readonly string[], options: BalancerOptions = {}): Promise<Balancer> {
  const { askEveryMs = ASK_EVERY_MS, failuresMax = 1, cutsSilent = false } = options;
  const all = nodes.map((url): Node => ({
    url,
    isReady: false,
    failures: 0,
    lastPassedMs: undefined,
    cuts: new Set(),
  }));
  let turn = 0;
  const next = () => {
    const ready = all.filter(({ isReady }) => isReady);
    turn += 1;
    const node = ready[turn % ready.length];
    if (node !== undefined) node.lastPassedMs = performance.now();
    return node;
  };
  const ask = async (node: Node) => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(`${node.url}/readyz`, { signal }).catch(() => undefined);
    node.failures = answer?.status === 200 ? 0 : node.failures + 1;
    node.isReady = node.failures === 0 || (node.isReady && node.failures < failuresMax);
    if (cutsSilent && answer === undefined && !node.isReady) for (const cut of node.cuts) cut();
  };
  await Promise.all(all.map(ask));
  const timer = setInterval(() => void Promise.all(all.map(ask)), askEveryMs);
  const server = createServer((request, response) => forward(next(), request, response));
  server.on('upgrade', (request, socket, head) => upgrade(next(), { request, socket, head }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastPassedMs: (url) => all.find((node) => node.url === url)?.lastPassedMs,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Node = {
  readonly url: string;
  isReady: boolean;
  failures: number;
  lastPassedMs: number | undefined;
  /** Each closes a connection to the node. */
  readonly cuts: Set<() => void>;
};

function forward(node: Node | undefined, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  if (node === undefined) {
    response.writeHead(502).end();
    return;
  }
  const outgoing = send(`${node.url}${url}`, { method, headers }, (answer) => {
    const { connection: _connection, ...passed } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, passed);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  const cut = () => void outgoing.destroy(new Error('the node does not answer'));
  node.cuts.add(cut);
  response.on('close', () => node.cuts.delete(cut));
  request.pipe(outgoing);
}

type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

function upgrade(node: Node | undefined, { request, socket, head }: Upgrade): void {
  if (node === undefined) {
    socket.destroy();
    return;
  }
  const { hostname, port } = new URL(node.url);
  const out = connect(Number(port), hostname, () => {
    const headers = request.rawHeaders.map((text, index) => `${text}${index % 2 === 0 ? ': ' : '\r\n'}`).join('');
    out.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers}\r\n`);
    out.write(head);
    socket.pipe(out).pipe(socket);
  });
  const cut = () => {
    socket.destroy();
    out.destroy();
  };
  node.cuts.add(cut);
  for (const one of [socket, out]) {
    one.on('error', () => undefined);
    one.on('close', () => {
      node.cuts.delete(cut);
      cut();
    });
  }
}
