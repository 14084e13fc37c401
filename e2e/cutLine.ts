/** A connection to the exchange that can be interrupted silently: nothing is closed, nothing passes, as in a tunnel. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type CutLine = {
  /** The address of the exchange through this connection. */
  readonly url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Opens a connection to the exchange at `url`. */
export async function openLine(url: string): Promise<CutLine> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
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
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    restore: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
