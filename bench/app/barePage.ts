/**
 * A page with only text and a button: the time that this machine and this browser need for any page under the same
 * load.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title></head>
  <body><main><h1>A page with nothing but words</h1><button onclick="this.textContent++">0</button></main></body>
</html>`;

/** Serves the page until it is closed. */
export async function serveBarePage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
