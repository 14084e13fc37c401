// Sessions and login through the real app and database: when a token is good, how it ends, and what somebody who
// guesses learns.
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser, logIn, logOut } from '@halyard/contract/calls/user';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts';
import { SESSION_AGE_MS, SESSION_IDLE_MS } from './sessions.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let count = 0;
const newAddress = () => `session-${(count += 1)}@example.com`;

const refusedWith = (code: string) => ({ code });

describe('a session', () => {
  test('is stored as a hash alone, and so is the password', async () => {
    const user = await server.registerUser(newAddress());
    const [row] = await rowsOf<{ token_hash: string; password_hash: string }>(
      server.db,
      sql`select token_hash, password_hash from sessions join users on users.id = user_id where user_id = ${user.id}`,
    );
    expect(row?.token_hash).toBe(createHash('sha256').update(user.token).digest('hex'));
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('ends at logout, at once and alone', async () => {
    const user = await server.registerUser(newAddress());
    const other = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    const told: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => told.push(event));
    expect(await server.call(logOut, {}, { token: user.token })).toBe('You are logged out.');
    stop();
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
    expect(await server.call(getUser, {}, { token: other })).toMatchObject({ id: user.id });
    expect(told).toEqual([{ type: 'session-ended', userId: user.id, sessionId: expect.any(Number) }]);
  });

  test('ends after seven days of silence', async () => {
    const user = await server.registerUser(newAddress());
    clock.advance(SESSION_IDLE_MS - 1000);
    expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    clock.advance(SESSION_IDLE_MS - 1000);
    expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    clock.advance(SESSION_IDLE_MS + 1000);
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
  });

  test('ends after thirty days however much it is used', async () => {
    const user = await server.registerUser(newAddress());
    const step = SESSION_IDLE_MS / 2;
    for (let age = step; age < SESSION_AGE_MS; age += step) {
      clock.advance(step);
      expect(await server.call(getUser, {}, { token: user.token })).toMatchObject({ id: user.id });
    }
    clock.advance(step);
    await expect(server.call(getUser, {}, { token: user.token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
  });

  test('notes its use at most once a minute', async () => {
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
        message: 'You are not logged in. Log in to go on.',
        code: 'NOT_LOGGED_IN',
        params: {},
      });
    },
  );
});

describe('login', () => {
  test('answers the same for a wrong password and for nobody', async () => {
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
