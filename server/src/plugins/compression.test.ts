// Public answers are compressed when that is worthwhile; answers to a user are not, since their length would reveal
// something about their content.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getWallet } from '@halyard/contract/wallet/calls';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const MARKETS = '/api/currency/quotation_new';
const get = (url: string, encodings?: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: encodings === undefined ? headers : { ...headers, 'accept-encoding': encodings } });

test.each([
  ['br', 'gzip, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('the list of markets comes as %s to who takes %s', async (encoding, accepted, unpack) => {
  const plain = await get(MARKETS);
  const packed = await get(MARKETS, accepted);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' });
  expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(Object.keys(JSON.parse(unpack(packed.rawPayload).toString()) as object)).toEqual(Object.keys(plain.json()));
});

test('a refusal, which is short, is not compressed', async () => {
  const { headers } = await get('/api/coin/depth?symbol=NONE', 'br');
  expect(headers).not.toHaveProperty('content-encoding');
});

test('an answer to a user is not compressed', async () => {
  const { token } = await server.registerUser();
  const answer = await server.app.inject({
    method: getWallet.method,
    url: `/api/${getWallet.path}`,
    headers: { authorization: token, 'accept-encoding': 'br' },
  });
  expect(answer.json()).toMatchObject({ type: 'ok' });
  expect(answer.rawPayload.length).toBeGreaterThan(1024);
  expect(answer.headers).not.toHaveProperty('content-encoding');
});
