// Hand-made forms with files: anything missing, repeated, misnamed, truncated or endless gets its code, leaves no file,
// and the connection stays usable when the body was read to its end.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { UPLOAD_BYTES_MAX } from '@halyard/contract/uploads/rules';
import { createByteCache } from '../calls/byteCache.ts';
import { answerUpload } from '../calls/callHandler.ts';
import { createTurns } from '../calls/networks.ts';
import { systemClock } from '../clock.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { registerCalls } from './calls.ts';
import { sendForm, smallPicture, storedFiles } from '../testing/uploads.ts';

let server: TestServer;
let user: TestUser;
let picture: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.registerUser();
  picture = await smallPicture();
});
afterAll(() => server.close());

let taken = 0;
// Refused files are not stored.
afterEach(async () => assert.equal((await storedFiles(server)).length, taken));

const BOUNDARY = 'edge';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `--${BOUNDARY}--\r\n`;

type Part = { readonly headers: string; readonly content: Uint8Array | string };

function part({ headers, content }: Part): Buffer {
  return Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}

const named = (name: string, more = '; filename="a.png"') => `content-disposition: form-data; name="${name}"${more}`;
const file = (content: Uint8Array | string = picture, name = 'file') => part({ headers: named(name), content });
const form = (...parts: readonly (Uint8Array | string)[]) =>
  Buffer.concat([...parts.map((one) => Buffer.from(one)), Buffer.from(END)]);

type Sent = { readonly type?: string; readonly body: Uint8Array | string };

function send({ type = MULTIPART, body }: Sent) {
  return sendForm(server, user, {
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': type },
  });
}

describe('a form', () => {
  test.each<[string, () => Buffer]>([
    ['with one file', () => form(file())],
    ['with a file of no name', () => form(part({ headers: named('file', '; filename=""'), content: picture }))],
    [
      'with a file that only its media type distinguishes from a text',
      () => form(part({ headers: `${named('file', '')}\r\ncontent-type: application/octet-stream`, content: picture })),
    ],
    [
      'with text that legacy clients add',
      () =>
        form(
          part({ headers: named('lang', ''), content: 'en' }),
          file(),
          part({ headers: named('_timespan', ''), content: '1' }),
        ),
    ],
    ['with words before and after', () => Buffer.concat([Buffer.from('hello\r\n'), form(file()), Buffer.from('bye')])],
  ])('%s is accepted', async (_what, body) => {
    expect(await send({ body: body() })).toMatchObject({ ok: true });
    taken += 1;
  });

  test.each<[string, string, () => Sent]>([
    ['without a file', 'FILE_REQUIRED', () => ({ body: form() })],
    ['with an empty file', 'FILE_EMPTY', () => ({ body: form(file('')) })],
    [
      'with a text in place of the file',
      'FILE_REQUIRED',
      () => ({ body: form(part({ headers: named('file', ''), content: 'x' })) }),
    ],
    [
      'with a part without headers of its own',
      'FILE_REQUIRED',
      () => ({ body: form(part({ headers: 'x: y', content: 'x' })) }),
    ],
    ['that is no multipart form', 'FILE_REQUIRED', () => ({ type: 'application/x-www-form-urlencoded', body: '' })],
    ['that is JSON', 'FILE_REQUIRED', () => ({ type: 'application/json', body: '{}' })],
    [
      'with the file in a form of fields',
      'FILE_REQUIRED',
      () => ({ type: 'application/x-www-form-urlencoded', body: 'file=abc' }),
    ],
    ['with the file in JSON', 'FILE_REQUIRED', () => ({ type: 'application/json', body: '{"file":"abc"}' })],
    ['that is the file itself', 'REQUEST_UNREADABLE', () => ({ type: 'image/png', body: picture })],
    ['with two files', 'PARAMETER_INVALID', () => ({ body: form(file(), file()) })],
    ['with a hundred files', 'PARAMETER_INVALID', () => ({ body: form(...Array.from({ length: 100 }, () => file())) })],
    ['whose file has another name', 'PARAMETER_UNKNOWN', () => ({ body: form(file(picture, 'picture')) })],
    ['whose file is named as a prototype', 'PARAMETER_UNKNOWN', () => ({ body: form(file(picture, '__proto__')) })],
    [
      'whose file has no name',
      'PARAMETER_UNKNOWN',
      () => ({ body: form(part({ headers: 'content-disposition: form-data; filename="a"', content: picture })) }),
    ],
    [
      'with a text named as the file beside it',
      'FILE_REQUIRED',
      () => ({ body: form(file(), part({ headers: named('file', ''), content: 'x' })) }),
    ],
    [
      'with a request id',
      'PARAMETER_UNKNOWN',
      () => ({ body: form(part({ headers: named('client_request_id', ''), content: '1' }), file()) }),
    ],
    [
      'with ten thousand fields before the file',
      'FILE_REQUIRED',
      () => ({
        body: form(
          ...Array.from({ length: 10_000 }, (_, index) => part({ headers: named(`f${index}`, ''), content: '1' })),
          file(),
        ),
      }),
    ],
    ['without a boundary', 'REQUEST_UNREADABLE', () => ({ type: 'multipart/form-data', body: form(file()) })],
    [
      'with another boundary',
      'REQUEST_UNREADABLE',
      () => ({ type: 'multipart/form-data; boundary=other', body: form(file()) }),
    ],
    ['without its end', 'REQUEST_UNREADABLE', () => ({ body: file().subarray(0, -20) })],
    ['that is empty', 'REQUEST_UNREADABLE', () => ({ body: '' })],
    ['that is noise', 'REQUEST_UNREADABLE', () => ({ body: Buffer.alloc(50_000, '\0\r\n--') })],
    [
      'with a file that is too large',
      'FILE_TOO_LARGE',
      () => ({ body: form(file(Buffer.alloc(UPLOAD_BYTES_MAX + 1))) }),
    ],
    [
      'with two files that are too large',
      'FILE_TOO_LARGE',
      () => ({ body: form(file(Buffer.alloc(UPLOAD_BYTES_MAX + 1)), file(Buffer.alloc(UPLOAD_BYTES_MAX - 5000))) }),
    ],
  ])('%s is refused: %s', async (_what, code, make) => {
    expect(await send(make())).toMatchObject({ ok: false, code, message: expect.stringMatching(/\w/) });
  });

  test('with a very long field name is answered with a shortened one', async () => {
    const reply = await send({ body: form(file(picture, 'x'.repeat(5000))) });
    expect(reply).toMatchObject({ code: 'PARAMETER_UNKNOWN', params: { field: 'x'.repeat(64) } });
  });

  test('without a file is refused, whatever a legacy client adds to its URL', async () => {
    const response = await fetch(`${server.url}/api/upload?_timespan=1795391686726`, {
      method: 'POST',
      headers: { authorization: user.token, 'content-type': MULTIPART },
      body: END,
    });
    expect(await response.json()).toMatchObject({ code: 'FILE_REQUIRED' });
  });
});

test('no part of a file is read before the user is verified', async () => {
  const sending = request(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: 'f'.repeat(64), 'content-type': MULTIPART, 'content-length': '1000000' },
  });
  sending.write(file().subarray(0, 60));
  const [response] = await once(sending, 'response');
  expect(JSON.parse(await text(response))).toMatchObject({ type: '999', code: 'NOT_LOGGED_IN' });
  sending.destroy();
});

test('a refused form leaves its connection usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<number | undefined>();
  for (const body of [form(file(Buffer.alloc(UPLOAD_BYTES_MAX + 1))), form(file('GIF89a')), form(file(), file())]) {
    const sending = request(`${server.url}/api/upload`, {
      method: 'POST',
      agent,
      headers: { authorization: user.token, 'content-type': MULTIPART, 'content-length': body.length },
    });
    sending.end(body);
    const [response] = await once(sending, 'response');
    expect(JSON.parse(await text(response))).toMatchObject({ type: 'error' });
    sockets.add(sending.socket?.localPort);
  }
  agent.destroy();
  expect(sockets.size).toBe(1);
});

// Like a full disk: in the middle, and by closing its source.
test('a file that cannot be stored is answered, and the rest of it is skipped', async () => {
  const app = fastify();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const failing = (source: Readable) =>
    pipeline(source, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) throw Object.assign(new Error('full'), { statusCode: 507, piece });
    });
  const handler = answerUpload(uploadFile, async (_request, { receiveFile }) => {
    await receiveFile(failing);
    return 'kept';
  });
  const verifyToken = async () => ({ id: user.id, sessionId: 1 });
  registerCalls(app, [handler], { verifyToken, cache: createByteCache(systemClock), turns: createTurns() });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const body = form(file(Buffer.alloc(5_000_000)));
  for (let round = 0; round < 2; round += 1) {
    const sending = request(`${url}/api/upload`, {
      method: 'POST',
      agent,
      headers: { authorization: 'x', 'content-type': MULTIPART, 'content-length': body.length },
    });
    sending.end(body);
    const [response] = await once(sending, 'response');
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([507, { message: 'full' }]);
  }
  agent.destroy();
  await app.close();
});

// Like a slow disk: the folder is still being created when the phone disconnects.
test('a sender who disconnects before the file is requested has no effect', async () => {
  const app = fastify();
  let endWith: (error: unknown) => void = () => undefined;
  const ended = new Promise<unknown>((resolve) => {
    endWith = resolve;
  });
  const phone = new Agent();
  const late = async (source: Readable) => {
    // No error listener here, because the test is that the stream has one of its own.
    const closed = new Promise<void>((resolve) => source.once('close', () => resolve()));
    phone.destroy();
    await closed;
    await pipeline(source, async (pieces: AsyncIterable<Buffer>) => text(pieces));
  };
  const handler = answerUpload(uploadFile, async (_request, { receiveFile }) => {
    await receiveFile(late).catch((error: unknown) => {
      endWith(error);
      throw error;
    });
    return 'kept';
  });
  const verifyToken = async () => ({ id: user.id, sessionId: 1 });
  registerCalls(app, [handler], { verifyToken, cache: createByteCache(systemClock), turns: createTurns() });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const sending = request(`${url}/api/upload`, {
    method: 'POST',
    agent: phone,
    headers: { authorization: 'x', 'content-type': MULTIPART, 'content-length': '1000000' },
  });
  sending.on('error', () => undefined);
  sending.write(file().subarray(0, 90));
  expect(await ended).toMatchObject({ code: 'REQUEST_UNREADABLE' });
  await app.close();
});

test('an endless form is answered and its connection closed', async () => {
  const sending = request(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: user.token, 'content-type': MULTIPART, 'transfer-encoding': 'chunked' },
  });
  sending.on('error', () => undefined);
  sending.write(file().subarray(0, 60));
  const piece = Buffer.alloc(256 * 1024);
  // Until the connection is closed; how much is in transit by then depends on the machine.
  const pour = () => {
    while (!sending.destroyed && sending.writable) {
      if (!sending.write(piece)) return;
    }
  };
  sending.on('drain', pour);
  const closed = new Promise((resolve) => {
    sending.on('close', resolve);
  });
  pour();
  await closed;
  expect(await send({ body: form(file('GIF89a')) })).toMatchObject({ code: 'FILE_TYPE_UNSUPPORTED' });
});
