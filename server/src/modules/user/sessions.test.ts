// Sessions and login through the real app and database: validity and end of tokens, and what a guesser learns.
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser, logIn, logOut } from '@halyard/contract/user/calls';
import { FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import { HOUR_MS } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { FUND_PASSWORD, giveFundPassword, sessionOf } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, TEST_PASSWORD, type CallOptions, type TestServer } from '../../testing/testServer.ts';
import { requireFundPassword } from '../security/fundPassword.ts';
import { createLoginGuard, TRIES_RETENTION_MS } from './loginGuard.ts';
import { HASHES_WAITING_MAX, hashPassword, isPassword } from './passwords.ts';

const settings = { sessionIdleHours: 48, sessionAgeHours: 240 };
const [IDLE_MS, AGE_MS] = [48 * HOUR_MS, 240 * HOUR_MS];
const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, settings });
});
afterAll(() => server.close());

let count = 0;
const newAddress = () => `session-${(count += 1)}@example.com`;

const refusedWith = (code: string) => ({ code });

describe('a session', () => {
  test('is stored only as a hash, and so is the password', async () => {
    const user = await server.registerUser(newAddress());
    const [row] = await rowsOf<{ token_hash: string; password_hash: string }>(
      server.db,
      sql`select token_hash, password_hash from sessions join users on users.id = user_id where user_id = ${user.id}`,
    );
    expect(row?.token_hash).toBe(createHash('sha256').update(user.token).digest('hex'));
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('ends at logout, immediately and alone', async () => {
    const user = await server.registerUser(newAddress());
    const other = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    expect(await server.call(logOut, {}, { token: user.token })).toBe('You are logged out.');
    stop();
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
    expect(await server.call(getUser, {}, { token: other })).toMatchObject({ id: user.id });
    expect(published).toEqual([{ type: 'session-ended', userId: user.id, sessionId: expect.any(Number) }]);
  });

  test('ends after its idle time', async () => {
    const user = await server.registerUser(newAddress());
    clock.advance(IDLE_MS - 1000);
    expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    clock.advance(IDLE_MS - 1000);
    expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    clock.advance(IDLE_MS + 1000);
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
  });

  test('ends at its age even if it is used', async () => {
    const user = await server.registerUser(newAddress());
    const step = IDLE_MS / 2;
    for (let age = step; age < AGE_MS; age += step) {
      clock.advance(step);
      expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    }
    clock.advance(step);
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
  });

  test('stores its last use at most once a minute', async () => {
    const user = await server.registerUser(newAddress());
    const seen = async () => {
      await server.call(getUser, {}, { token: user.token });
      const [row] = await rowsOf<{ seen: string }>(
        server.db,
        sql`select last_seen_at as seen from sessions where user_id = ${user.id}`,
      );
      return Date.parse(row?.seen ?? '');
    };
    const first = await seen();
    clock.advance(59_000);
    expect(await seen()).toBe(first);
    clock.advance(1000);
    expect(await seen()).toBe(first + 60_000);
  });

  test.each(['', 'x', 'Bearer abc', '0'.repeat(64), 'f'.repeat(63), "' or 1=1 --", 'é'])(
    'is not opened by the token «%s»',
    async (token) => {
      const response = await server.app.inject({ url: '/api/user/center', headers: { authorization: token } });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        type: '999',
        message: 'You are not logged in. Log in to continue.',
        code: 'NOT_LOGGED_IN',
        params: {},
      });
    },
  );
});

describe('login', () => {
  test('gives the same answer for a wrong password and an unknown account', async () => {
    const user = await server.registerUser(newAddress());
    const answers = await Promise.all(
      [user.address, newAddress()].map(async (address) => {
        const payload = new URLSearchParams({
          user_type: 'email',
          user_string: address,
          password: 'wrong password',
        }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return (await server.app.inject({ method: 'POST', url: '/api/user/login', payload, headers })).body;
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('LOGIN_FAILED');
  });

  test('slows down after five failures from one place, doubling the wait, and only there', async () => {
    const user = await server.registerUser(newAddress());
    const attempt = (password: string, ip: string) => server.call(logIn, { address: user.address, password }, { ip });
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(attempt('wrong password', '10.0.0.1')).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
    }
    await expect(attempt(TEST_PASSWORD, '10.0.0.1')).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    expect(await attempt(TEST_PASSWORD, '10.0.0.2')).toHaveLength(64);
    clock.advance(30_000);
    await expect(attempt('wrong password', '10.0.0.1')).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
    clock.advance(30_000);
    await expect(attempt(TEST_PASSWORD, '10.0.0.1')).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    clock.advance(30_000);
    expect(await attempt(TEST_PASSWORD, '10.0.0.1')).toHaveLength(64);
    await expect(attempt('wrong password', '10.0.0.1')).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
  });

  const outcomesOf = async (tries: readonly Promise<unknown>[]) => {
    const settled = await Promise.allSettled(tries);
    return settled.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'ok'));
  };
  const countOf = (outcomes: readonly string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

  test('checks five of sixty parallel passwords, on two nodes', async () => {
    const { address } = await server.registerUser(newAddress());
    const guards = [createLoginGuard({ db: server.db, clock }), createLoginGuard({ db: server.db, clock })];
    const looked: string[] = [];
    const ways = [
      () => server.call(logIn, { address, password: 'wrong password' }, { ip: '10.0.0.3' }),
      ...guards.map((guard) => async () => {
        const caller = { ip: '10.0.0.3', language: 'en', userAgent: undefined } as const;
        await guard.logIn(address, caller, async () => void looked.push(address));
        throw new BusinessError('LOGIN_FAILED');
      }),
    ];
    const outcomes = await outcomesOf(
      Array.from({ length: 60 }, (_, index) => ways[index % 3]?.() ?? Promise.reject()),
    );
    expect(countOf(outcomes, 'LOGIN_FAILED')).toBe(5);
    expect(countOf(outcomes, 'RATE_LIMITED')).toBe(55);
    expect(looked.length).toBeLessThanOrEqual(5);
  });

  test.each([
    ['IPv4 addresses', (index: number) => `10.3.${index}.1`, 50],
    ['one /64', (index: number) => `2001:db8:1:1::${index + 1}`, 5],
    ['one /56', (index: number) => `2001:db8:2:1${(index % 16).toString(16)}::1`, 10],
    ['one /48', (index: number) => `2001:db8:3:${index.toString(16)}00::1`, 20],
  ])('looks at no more of one account from %s, and lets its owner in', async (_, ipOf, free) => {
    const device = 'a0'.repeat(16);
    const home = { ip: '10.2.0.1', device };
    const { address } = await server.registerUser(newAddress(), home);
    const tries = Array.from({ length: 60 }, (__, index) =>
      server.call(logIn, { address, password: 'wrong password' }, { ip: ipOf(index) }),
    );
    expect(countOf(await outcomesOf(tries), 'LOGIN_FAILED')).toBe(free);
    const attempt = (from: CallOptions) => server.call(logIn, { address, password: TEST_PASSWORD }, from);
    await expect(attempt({ ip: ipOf(0) })).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    expect(await attempt({ ip: home.ip })).toHaveLength(64);
    expect(await attempt({ ip: ipOf(0), device })).toHaveLength(64);
    clock.advance(TRIES_RETENTION_MS + 1);
  });

  test('from one network checks a hundred wrong ones for any accounts, and none of those that it knows', async () => {
    const ip = '10.4.0.1';
    const neighbour = await server.registerUser(newAddress(), { ip });
    const stranger = await server.registerUser(newAddress(), { ip: '10.4.0.2' });
    const attempt = (address: string, password: string) => server.call(logIn, { address, password }, { ip });
    const outcomes = await outcomesOf(Array.from({ length: 101 }, () => attempt(newAddress(), 'wrong password')));
    expect(outcomes.toSorted().slice(99)).toEqual(['LOGIN_FAILED', 'RATE_LIMITED']);
    await expect(attempt(stranger.address, TEST_PASSWORD)).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    expect(await attempt(neighbour.address, TEST_PASSWORD)).toHaveLength(64);
  });

  test('does not count correct ones, also in parallel', async () => {
    const { address } = await server.registerUser(newAddress());
    const attempt = (password: string) => server.call(logIn, { address, password }, { ip: '10.5.0.1' });
    const right = await outcomesOf(Array.from({ length: 12 }, () => attempt(TEST_PASSWORD)));
    expect(countOf(right, 'ok')).toBe(12);
  });

  test('limits running and waiting hashes, and refuses the others as unavailable', async () => {
    const hashes = Array.from({ length: HASHES_WAITING_MAX + 100 }, () => isPassword('wrong password', undefined));
    const lastOfThem = Promise.allSettled(hashes).then(() => 'after them');
    const user = Promise.race([isPassword('', undefined, 'user').then(() => 'before them'), lastOfThem]);
    const outcomes = await outcomesOf(hashes);
    expect(countOf(outcomes, 'SERVICE_UNAVAILABLE')).toBeGreaterThan(90);
    expect(await user).toBe('before them');
    expect(countOf(outcomes, 'ok')).toBeGreaterThanOrEqual(HASHES_WAITING_MAX);
    expect(await isPassword('wrong password', undefined)).toBe(false);
  });

  test('counts no wrong fund password when too many were waiting', async () => {
    const user = await server.registerUser(newAddress());
    await giveFundPassword(server, user.id);
    const hash = await hashPassword(TEST_PASSWORD);
    const crowd: Promise<unknown>[] = [];
    const wait = () => isPassword(TEST_PASSWORD, hash, 'user').catch(() => undefined);
    const execute: TestServer['db']['execute'] = (query) =>
      server.db.execute(query).then((result) => {
        for (let index = 0; index < 2 * HASHES_WAITING_MAX; index += 1) crowd.push(wait());
        return result;
      }) as never;
    const db: TestServer['db'] = Object.assign(Object.create(server.db), { execute });
    const session = await sessionOf(server, user.id);
    for (let round = 0; round < FUND_PASSWORD_TRIES; round += 1) {
      const attempt = requireFundPassword({ db, clock }, session, FUND_PASSWORD);
      await expect(attempt).rejects.toMatchObject(refusedWith('SERVICE_UNAVAILABLE'));
    }
    await Promise.all(crowd);
    await requireFundPassword(server, session, FUND_PASSWORD);
  });

  test('slows down for accounts that do not exist as well', async () => {
    const address = newAddress();
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(server.call(logIn, { address, password: 'wrong' })).rejects.toMatchObject(
        refusedWith('LOGIN_FAILED'),
      );
    }
    await expect(server.call(logIn, { address, password: 'wrong' })).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
  });
});
