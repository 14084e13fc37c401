// Reading of requests and writing of answers, for all calls: encodings, envelopes, aliases, other methods, unreadable
// requests.
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import type { UserId } from '@halyard/contract/ids';
import { LANGUAGES } from '@halyard/contract/languages';
import { ENTRIES_CSV_PATH } from '@halyard/contract/wallet/entryCalls';
import { messageOf } from '../calls/messages.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { wallet } from '../modules/wallet/index.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { csvFiles } from './calls.ts';

describe('calls', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const JSON_TYPE = 'application/json';

  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  type Made = {
    readonly path?: string;
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly type?: string;
    readonly body?: string;
  };

  async function make({ path = 'set/lang', method = 'POST', type, body }: Made, headers: Record<string, string> = {}) {
    const response = await server.app.inject({
      method,
      url: `/api/${path}`,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, json: response.json<Record<string, unknown>>(), headers: response.headers };
  }

  describe('a request', () => {
    test('is read from a form', async () => {
      expect((await make({ type: `${FORM};charset=UTF-8`, body: 'lang=th' })).json).toEqual({
        type: 'ok',
        message: 'th',
      });
    });

    test('is read from JSON', async () => {
      expect((await make({ type: JSON_TYPE, body: '{"lang":"th"}' })).json).toEqual({ type: 'ok', message: 'th' });
    });

    test('without parameters needs no body', async () => {
      expect((await make({ path: 'get/lang' })).json).toEqual({ type: 'ok', message: 'en' });
      expect((await make({ path: 'get/lang', type: FORM, body: '' })).json).toEqual({ type: 'ok', message: 'en' });
    });

    test.each(ALL_CALLS.flatMap((call) => call.aliases.map((alias) => [call.path, alias, call] as const)))(
      'to %s is answered under %s too',
      async (path, alias, { method, access }) => {
        const sent = 'client_request_id=1';
        const makeAt = (at: string) =>
          make(method === 'GET' ? { path: `${at}?${sent}`, method } : { path: at, method, type: FORM, body: sent });
        const [own, other] = [await makeAt(path), await makeAt(alias)];
        expect(other.json).toEqual(own.json);
        // Calls that need a session check it first.
        expect(other.json['code']).toBe(access === 'user' ? 'NOT_LOGGED_IN' : 'PARAMETER_UNKNOWN');
      },
    );
  });

  describe('an answer', () => {
    test('announces that money mutations run once, also with a refusal, readable by pages of other origins', async () => {
      for (const path of ['set/lang', 'wallet/out']) {
        const { headers } = await make({ path });
        expect(headers['money-writes'], path).toBe('once');
        expect(headers['access-control-expose-headers']).toContain('money-writes');
      }
    });

    test('is never cached, and may be read by any page', async () => {
      const { headers } = await make({ path: 'get/lang' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    });

    test('to a preflight request allows what clients send', async () => {
      const response = await server.app.inject({
        method: 'OPTIONS',
        url: '/api/coin/trade',
        headers: { origin: 'https://elsewhere.example' },
      });
      expect(response.statusCode).toBe(204);
      expect(response.headers['access-control-allow-methods']).toBe('GET, POST, PUT');
      expect(response.headers['access-control-allow-headers']).toBe('authorization, content-type, language-mark');
    });

    test.each(LANGUAGES)('names an error in %s', async (language) => {
      const { json } = await make({ type: FORM, body: '' }, { 'language-mark': language });
      const params = { field: 'lang' };
      expect(json).toEqual({
        type: 'error',
        code: 'PARAMETER_MISSING',
        params,
        message: messageOf(language, 'PARAMETER_MISSING', params),
      });
    });

    test('is English for an unknown language', async () => {
      expect((await make({ type: FORM, body: '' }, { 'language-mark': 'xx' })).json['message']).toBe(
        '“lang” is missing. Fill it in and try again.',
      );
    });

    test('about candles uses envelope B, errors too', async () => {
      const wrong = await make({
        path: 'currency/new_timeshar?symbol=BTC/USDT&period=7min&from=0&to=1',
        method: 'GET',
      });
      expect(wrong.status).toBe(200);
      expect(wrong.json).toMatchObject({
        code: -1,
        data: null,
        type: 'error',
        error: 'PERIOD_INVALID',
        msg: messageOf('en', 'PERIOD_INVALID'),
      });
      const missing = await make({ path: 'currency/new_timeshar?symbol=BTC/USDT', method: 'GET' });
      expect(missing.json).toMatchObject({ code: -1, error: 'PARAMETER_MISSING', params: { field: 'period' } });
      const right = await make({
        path: 'currency/new_timeshar?symbol=BTC/USDT&period=1min&from=0&to=1',
        method: 'GET',
      });
      expect(right.json).toEqual({ code: 1, msg: 'success', data: [] });
    });
  });

  describe('an unreadable request is refused with a code', () => {
    test.each<[string, Made, string]>([
      ['broken JSON', { type: JSON_TYPE, body: '{"lang":' }, 'REQUEST_UNREADABLE'],
      ['no JSON at all', { type: JSON_TYPE, body: '' }, 'REQUEST_UNREADABLE'],
      ['a list', { type: JSON_TYPE, body: '["lang"]' }, 'REQUEST_UNREADABLE'],
      ['a bare text', { type: JSON_TYPE, body: '"lang"' }, 'REQUEST_UNREADABLE'],
      ['a prototype in JSON', { type: JSON_TYPE, body: '{"__proto__":{"lang":"th"}}' }, 'REQUEST_UNREADABLE'],
      [
        'a constructor in JSON',
        { type: JSON_TYPE, body: '{"lang":"th","constructor":{"prototype":{}}}' },
        'REQUEST_UNREADABLE',
      ],
      ['plain text', { type: 'text/plain', body: 'lang=th' }, 'REQUEST_UNREADABLE'],
      ['XML', { type: 'application/xml', body: '<lang>th</lang>' }, 'REQUEST_UNREADABLE'],
      ['a type that is none', { type: 'x', body: 'lang=th' }, 'REQUEST_UNREADABLE'],
      ['a multipart form', { type: 'multipart/form-data; boundary=x', body: '--x--' }, 'REQUEST_UNREADABLE'],
      ['a huge form', { type: FORM, body: `lang=${'x'.repeat(70_000)}` }, 'REQUEST_TOO_LARGE'],
      ['huge JSON', { type: JSON_TYPE, body: JSON.stringify({ lang: 'x'.repeat(70_000) }) }, 'REQUEST_TOO_LARGE'],
      [
        'deep JSON',
        { type: JSON_TYPE, body: `{"lang":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
        'PARAMETER_INVALID',
      ],
      ['a parameter in the URL of a form', { path: 'set/lang?lang=th' }, 'PARAMETER_MISSING'],
      [
        'an unknown field beside the name of a request',
        { type: FORM, body: 'lang=th&lang[a]=en&client_request_id=1' },
        'PARAMETER_UNKNOWN',
      ],
      [
        'a prototype in a query',
        { path: 'coin/depth?symbol=BTC/USDT&__proto__=1', method: 'GET' },
        'PARAMETER_UNKNOWN',
      ],
      ['a broken escape', { path: 'coin/depth?symbol=%E0%A4%A', method: 'GET' }, 'MARKET_NOT_FOUND'],
    ])('%s', async (_, request, code) => {
      const { status, json } = await make(request);
      expect(status).toBe(200);
      expect(json).toMatchObject({ type: 'error', code, message: expect.stringMatching(/\w/) });
    });

    test.each<[string, Made]>([
      ['a call that does not exist', { path: 'user/horoscope', type: FORM, body: '' }],
      ['another method', { path: 'user/login', method: 'GET' }],
      ['a method nobody uses', { path: 'coin/trade', method: 'DELETE' }],
      ['no call at all', { path: '' }],
      ['a path that climbs', { path: '..%2F..%2Fserver%2Fsrc%2Fserver.ts', method: 'GET' }],
    ])('%s is not found', async (_, request) => {
      const { status, json } = await make(request);
      expect(status).toBe(404);
      expect(json).toMatchObject({ type: 'error', code: 'CALL_NOT_FOUND' });
    });

    test('an address that cannot be decoded', async () => {
      expect((await make({ path: '%', method: 'GET' })).json).toMatchObject({
        type: 'error',
        code: 'REQUEST_UNREADABLE',
      });
    });

    test.each([
      ['what is not HTTP', 'hello\r\n\r\n', 'REQUEST_UNREADABLE'],
      [
        'headers without end',
        `GET /api/get/lang HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
        'REQUEST_TOO_LARGE',
      ],
    ])('%s', async (_, bytes, code) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.write(bytes);
      await once(socket, 'close');
      expect(received).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ type: 'error', code });
    });
  });
});

// A file of ledger entries whose reading fails during the transfer is an error for the client, and not a shorter file.
describe('csv files', () => {
  const app = fastify();
  afterEach(() => app.close());

  /** A whole batch of ledger entries. */
  const batch = Array.from({ length: 500 }, (_, index) => ({
    entry_id: String(1000 - index),
    account_id: 1,
    account: 'spot',
    currency_id: 3,
    currency: 'USDT',
    kind: 'deposit',
    reference: 'deposit:1',
    at: '2023-03-01T00:00:00.000Z',
    available: '1',
    held: '0',
    available_after: '1',
    held_after: '0',
    other_account: null,
  }));

  /** A database that knows the session's step-up, returns one batch and then fails. */
  function goneAfterOne(): Database {
    const answers: object[][] = [[{ until: '2023-03-01T00:05:00.000Z' }], batch];
    const execute = async () => {
      const rows = answers.shift();
      if (rows === undefined) throw new Error('the database went away');
      return { rows };
    };
    return { execute } as unknown as Database;
  }

  test('a failing answer breaks the connection', async () => {
    const verifyToken = async () => ({ id: 1 as UserId, sessionId: 1 });
    await app.register(csvFiles, { files: wallet.csvFiles ?? [], db: goneAfterOne(), clock: systemClock, verifyToken });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const fetched = fetch(`http://127.0.0.1:${port}/api/${ENTRIES_CSV_PATH}`, { headers: { authorization: 'token' } });
    await expect(fetched.then((response) => response.text())).rejects.toThrow(/terminated|fetch failed/);
  });
});
