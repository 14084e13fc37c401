/** A connection to a server that can be interrupted silently: nothing is closed, nothing passes, as in a tunnel. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type CutLine = {
  /** The address of the server through this connection. */
  readonly url: string;
  cut(): void;
  restore(): void;
  /** Interrupts the open connections for good, as when a machine is gone; new ones work. */
  lose(): void;
  close(): Promise<void>;
};

/** Opens a connection to the server at `url`, which names its port. */
export async function openLine(url: string): Promise<CutLine> {
  const through = new URL(url);
  const { hostname, port } = through;
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // The other end is notified by the close that follows.
      from.on('error', () => undefined);
      if (isCut) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  through.host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href.replace(/\/$/, ''),
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    restore: () => {
      isCut = false;
      for (const socket of sockets) if (!lost.has(socket)) socket.resume();
    },
    lose: () => {
      for (const socket of sockets) {
        socket.pause();
        lost.add(socket);
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
