// A body that does not arrive in time is refused, except where the server's own limit applies; one that arrives in time
// is not affected.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { answerUnreadable } from './errors.ts';
import { limitSlowBodies } from './slowBodies.ts';

let server: Server;
afterEach(() => server.close());

/** A server that answers with the length of the received body. */
async function listen(limitMs: number): Promise<number> {
  server = createServer((request, response) => {
    void text(request).then(
      (body) => response.end(String(body.length)),
      () => response.destroy(),
    );
  });
  limitSlowBodies(server, {
    limitMs,
    maySlow: ({ url }) => url === '/slow',
    refuse: (socket) => answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const head = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n`;

test.each(['content-length: 10', 'transfer-encoding: chunked'])(
  'a body that stays away (%s) is answered and cut off',
  async (headers) => {
    const socket = connect(await listen(20), '127.0.0.1');
    socket.write(head('/form', headers));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ type: 'error', code: 'REQUEST_UNREADABLE' });
  },
);

test('a file may be slow', async () => {
  const port = await listen(20);
  const [slow, cut] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  slow.write(head('/slow', 'content-length: 4'));
  cut.write(head('/form', 'content-length: 4'));
  // The limit of the other one has passed when this answer arrives.
  expect(await text(cut)).toMatch(/^HTTP\/1\.1 400 /);
  slow.write('file');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 [^]*4$/);
});

test('a body in time, or no body, is not affected', async () => {
  const port = await listen(60_000);
  const whole = connect(port, '127.0.0.1');
  whole.write(`${head('/form', 'content-length: 5')}hello`);
  expect(await text(whole)).toMatch(/^HTTP\/1\.1 200 [^]*5$/);
  const empty = connect(port, '127.0.0.1');
  empty.write(head('/form', 'content-length: 0'));
  expect(await text(empty)).toMatch(/^HTTP\/1\.1 200 [^]*0$/);
});
