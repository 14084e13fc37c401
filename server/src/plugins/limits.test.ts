// Limits by network address outside the sandbox: strict for codes and guesses, generous for reading, and never shared
// by two addresses.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OrderId } from '@halyard/contract/ids';
import { listCandles } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { askFundReset } from '@halyard/contract/security/calls';
import { getLanguage } from '@halyard/contract/settings/calls';
import { cancelOrder, placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { checkMailCode, registerUser, sendMailCode } from '@halyard/contract/user/calls';
import { TAX_CSV_PATH } from '@halyard/contract/wallet/costCalls';
import { rowsOf } from '../db/database.ts';
import { postEntries } from '../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit } from '../testing/ledgerFixtures.ts';
import { BTC_USDT, SYMBOL } from '../testing/spotMarket.ts';
import { createTestClock } from '../testing/testClock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../testing/testServer.ts';
import { answerUnreadable } from './errors.ts';
import { limitSlowBodies } from './limits.ts';

describe('limits', () => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ isSandbox: false, clock });
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.useRealTimers();
  });

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: unknown) => (error as { readonly code: string }).code,
    );

  test('one network address may request twenty codes in ten minutes, for all purposes together', async () => {
    const ask = (index: number, ip: string) =>
      outcomeOf(
        server.call(
          sendMailCode,
          { address: `limit-${index}@example.com`, purpose: index % 2 ? 'register' : 'forget' },
          { ip },
        ),
      );
    const outcomes = [];
    for (let index = 0; index < 21; index += 1) outcomes.push(await ask(index, '10.0.0.1'));
    expect(outcomes).toEqual([...Array.from({ length: 20 }, () => 'ok'), 'RATE_LIMITED']);
    expect(await ask(99, '10.0.0.2')).toBe('ok');
  });

  test('wider IPv6 networks may request twice and four times as many', async () => {
    const ask = (index: number, ip: string) =>
      outcomeOf(server.call(sendMailCode, { address: `wide-${index}@example.com`, purpose: 'forget' }, { ip }));
    const outcomes = [];
    for (let index = 0; index < 81; index += 1)
      outcomes.push(await ask(index, `2001:db8:9:${index.toString(16)}00::1`));
    expect(outcomes.indexOf('RATE_LIMITED')).toBe(80);
    const narrow = [];
    for (let index = 0; index < 41; index += 1) narrow.push(await ask(index + 100, `2001:db8:a:${index + 10}::1`));
    expect(narrow.indexOf('RATE_LIMITED')).toBe(40);
  });

  test('expensive reads have a lower limit, which does not affect other reads', async () => {
    // More calls than a slow machine answers within the minute that is counted.
    vi.useFakeTimers({ toFake: ['Date'] });
    const ip = '10.0.0.40';
    const request = { symbol: SYMBOL, period: '1min', fromSeconds: 0, toSeconds: 60 };
    const outcomes = [];
    for (let n = 0; n <= 900; n += 1) outcomes.push(await outcomeOf(server.call(listCandles, request, { ip })));
    expect(outcomes.indexOf('RATE_LIMITED')).toBe(900);
    const readFile = async () =>
      (await server.app.inject({ url: `/api/${TAX_CSV_PATH}`, remoteAddress: ip })).json<{ code: string }>().code;
    for (let n = 0; n < 60; n += 1) expect(await readFile()).toBe('NOT_LOGGED_IN');
    expect(await readFile()).toBe('RATE_LIMITED');
    const readTile = async () => (await server.app.inject({ url: '/log/tile/0/000', remoteAddress: ip })).statusCode;
    for (let n = 0; n < 1800; n += 1) expect(await readTile()).toBe(404);
    expect(await readTile()).not.toBe(404);
    expect(await outcomeOf(server.call(getLanguage, {}, { ip }))).toBe('ok');
  });

  test('guesses count together over all calls that allow guessing', async () => {
    const ip = '10.0.0.3';
    const guess = (index: number) =>
      index % 2 === 0
        ? outcomeOf(server.call(checkMailCode, { code: '123456', address: 'a@example.com' }, { ip }))
        : outcomeOf(
            server.call(
              registerUser,
              {
                kind: 'email',
                address: 'a@example.com',
                code: '123456',
                password: TEST_PASSWORD,
                passwordRepeat: TEST_PASSWORD,
              },
              { ip },
            ),
          );
    const outcomes = [];
    for (let index = 0; index < 61; index += 1) outcomes.push(await guess(index));
    expect(outcomes.slice(0, 60).every((outcome) => outcome === 'CODE_WRONG')).toBe(true);
    expect(outcomes[60]).toBe('RATE_LIMITED');
    expect(await outcomeOf(server.call(askFundReset, {}, { ip }))).toBe('RATE_LIMITED');
  });

  test('a refusal has the waiting time, in the form for legacy clients', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'email_code=123456&user_string=a@example.com';
    const make = () =>
      server.app.inject({ method: 'POST', url: '/api/user/check_email', headers, payload, remoteAddress: '10.0.0.3' });
    const response = await make();
    expect(response.statusCode).toBe(200);
    const { params, ...rest } = response.json<{ params: { seconds: number } }>();
    expect(rest).toEqual({
      type: 'error',
      code: 'RATE_LIMITED',
      message: `Too many attempts. Try again in ${params.seconds} s.`,
    });
    expect(params.seconds).toBeGreaterThan(0);
    expect(params.seconds).toBeLessThanOrEqual(600);
  });

  test('reading is not limited', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, () => outcomeOf(server.call(getLanguage, {}, { ip: '10.0.0.4' }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
  });

  test('forwarded addresses are accepted from this machine only', async () => {
    const ask = (remoteAddress: string, forwarded: string) =>
      server.app.inject({
        url: '/api/get/lang',
        method: 'POST',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      });
    const left = async (remoteAddress: string, forwarded: string) =>
      JSON.parse(String((await ask(remoteAddress, forwarded)).headers['x-ratelimit-remaining'])) as number;
    const first = await left('10.0.0.5', '1.1.1.1');
    expect(await left('10.0.0.5', '2.2.2.2')).toBe(first - 1);
    const proxied = await left('127.0.0.1', '3.3.3.3');
    expect(await left('127.0.0.1', '4.4.4.4')).toBe(proxied);
  });

  test('forwarded addresses are accepted from the proxies of the setting, and no others', async () => {
    const proxied = await startTestServer({ trustedProxies: ['10.1.0.0/16'] });
    const addressOf = async (remoteAddress: string, forwarded: string) => {
      const { address } = await proxied.registerUser();
      const headers = { 'x-forwarded-for': forwarded, 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ user_string: address, password: TEST_PASSWORD }).toString();
      await proxied.app.inject({ method: 'POST', url: '/api/user/login', headers, payload, remoteAddress });
      const [row] = await rowsOf<{ ip: string }>(proxied.db, sql`select ip from sessions order by id desc limit 1`);
      return row?.ip;
    };
    expect(await addressOf('10.1.0.1', '1.1.1.1')).toBe('1.1.1.1');
    expect(await addressOf('10.1.0.1', '2.2.2.2, 3.3.3.3, 10.1.9.9')).toBe('3.3.3.3');
    expect(await addressOf('10.2.0.1', '4.4.4.4')).toBe('10.2.0.1');
    expect(await addressOf('127.0.0.1', '5.5.5.5')).toBe('127.0.0.1');
    await proxied.close();
  });

  test('one user may place a hundred orders in ten seconds, from all addresses together, and cancels them without a limit', async () => {
    const [ann, ben] = [
      await server.registerUser(undefined, { ip: '10.0.0.8' }),
      await server.registerUser(undefined, { ip: '10.0.0.9' }),
    ];
    const order = { ...BTC_USDT, side: 'buy', quantity: decimal('1') } as const;
    const place = (user: TestUser, index: number) =>
      outcomeOf(
        server.call(
          placeOrder,
          { ...order, clientRequestId: randomUUID() },
          { token: user.token, ip: `10.0.1.${index}` },
        ),
      );
    const outcomes = [];
    for (let index = 0; index < 101; index += 1) outcomes.push(await place(ann, index));
    expect(outcomes.indexOf('RATE_LIMITED')).toBe(100);
    expect(await place(ben, 0)).not.toBe('RATE_LIMITED');
    const cancelling = server.call(
      cancelOrder,
      { id: 1 as OrderId, clientRequestId: randomUUID() },
      { token: ann.token },
    );
    expect(await outcomeOf(cancelling)).toBe('ORDER_NOT_FOUND');
  });

  test('repetitions are answered beyond the limit, replacements count, and no ten seconds have more than a hundred', async () => {
    const { id: userId, token } = await server.registerUser(undefined, { ip: '10.0.0.10' });
    await server.feed.append(SYMBOL, { price: '28000' });
    await server.db.transaction((tx) => postEntries(tx, [deposit(accountOf(userId, CURRENCY.USDT), '1000')]));
    const options = { token };
    const terms = { ...BTC_USDT, side: 'buy', quantity: decimal('0.01'), price: decimal('27000') } as const;
    const placing = { ...terms, clientRequestId: randomUUID() };
    const { id } = await server.call(placeOrder, placing, options);
    const replacing = { id, quantity: decimal('0.02'), clientRequestId: randomUUID() };
    const replaced = await server.call(replaceOrder, replacing, options);
    const tryMany = async (count: number) => {
      const outcomes = [];
      for (; outcomes.length < count;) {
        const work = server.call(
          placeOrder,
          { ...terms, quantity: decimal('9'), clientRequestId: randomUUID() },
          options,
        );
        outcomes.push(await outcomeOf(work));
      }
      return outcomes.indexOf('RATE_LIMITED');
    };
    clock.advance(9_999);
    expect(await tryMany(99)).toBe(98);
    expect(await server.call(placeOrder, placing, options)).toMatchObject({ id });
    expect(await server.call(replaceOrder, replacing, options)).toEqual(replaced);
    const other = { ...placing, quantity: decimal('0.03') };
    expect(await outcomeOf(server.call(placeOrder, other, options))).toBe('REQUEST_ID_REUSED');
    // The order and its replacement are ten seconds old; the others are not.
    clock.advance(1);
    expect(await tryMany(3)).toBe(2);
  });
});

// A body that does not arrive in time is refused, except where the server's own limit applies; one that arrives in time
// is not affected.
describe('slow bodies', () => {
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
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        type: 'error',
        code: 'REQUEST_UNREADABLE',
      });
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
});
