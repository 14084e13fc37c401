// Changing the login password through the real app and a real database: permission, ended sessions, the withdrawal
// hold, and what the old password still allows.
import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changePassword, listSessions } from '@halyard/contract/security/calls';
import { getUser, logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { LOGGED_OUT, rooms } from '@halyard/contract/realtime/rooms';
import { HOUR_MS } from '@halyard/contract/time';
import { isoText, rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { subscribe } from '../../testing/realtimeHarness.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { createSignal } from '../../testing/signal.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { codeIn, startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../../testing/testServer.ts';

const NEW_PASSWORD = 'a louder harbour';

const clock = createTestClock();
const refusedWith = (code: string) => ({ code });
let server: TestServer;
let user: TestUser;

const change = (changes: { oldPassword?: string; password?: string; passwordRepeat?: string } = {}) =>
  server.call(
    changePassword,
    { oldPassword: TEST_PASSWORD, password: NEW_PASSWORD, ...changes },
    { token: user.token },
  );
const logInWith = (password: string) => server.call(logIn, { address: user.address, password });
const isGood = async (token: string) =>
  (await Promise.allSettled([server.call(getUser, {}, { token })]))[0]?.status === 'fulfilled';
const reset = async () => {
  await server.call(sendMailCode, { address: user.address, purpose: 'forget' });
  const code = codeIn(server.messages.findLast(({ address, body }) => address === user.address && /\d{6}/.test(body)));
  const request = { address: user.address, code, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
  await server.call(resetPassword, request);
};

/** Hours that withdrawals wait after the change, by the database's clock. */
async function hoursHeld(): Promise<number | null> {
  const [row] = await rowsOf<{ hours: number | null }>(
    server.db,
    sql`select (extract(epoch from withdrawals_blocked_until - password_changed_at) / 3600)::float8 as hours
      from users where id = ${user.id}`,
  );
  return row?.hours ?? null;
}

async function blockedUntil(): Promise<string | null> {
  const [row] = await rowsOf<{ until: string | null }>(
    server.db,
    sql`select ${isoText(sql`withdrawals_blocked_until`)} as until from users where id = ${user.id}`,
  );
  return row?.until ?? null;
}

const mailsTo = ({ address: to }: TestUser) =>
  server.messages.filter(({ address }) => address === to).map(({ subject }) => subject);

describe('a changed password', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock, settings: { withdrawalHoldHours: 24 } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('is valid immediately, ends the other sessions and is published to this one', async () => {
    const other = await logInWith(TEST_PASSWORD);
    const socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token: other } });
    const goodbye = new Promise<string>((resolve) => void socket.once(LOGGED_OUT, () => resolve('goodbye')));
    await subscribe(socket, rooms.account);
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    expect(await change()).toBe('Password changed. All other devices are logged out.');
    expect(await goodbye).toBe('goodbye');
    socket.close();
    expect(await Promise.all([isGood(user.token), isGood(other)])).toEqual([true, false]);
    expect(await server.call(listSessions, {}, { token: user.token })).toHaveLength(1);
    const facts = expect.objectContaining({ subject: 'security', kind: 'password_changed' });
    await vi.waitFor(() =>
      expect(published).toContainEqual(expect.objectContaining({ type: 'user-notified', userId: user.id, facts })),
    );
    stop();
    await vi.waitFor(() => expect(mailsTo(user)).toContain('Halyard: Login password changed'));
    await expect(logInWith(TEST_PASSWORD)).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
    expect(await logInWith(NEW_PASSWORD)).toHaveLength(64);
  });

  test('holds withdrawals for a day, as a forgotten one does', async () => {
    expect(await blockedUntil()).toBeNull();
    await change();
    expect(await hoursHeld()).toBe(24);
    await server.db.execute(sql`update users set withdrawals_blocked_until = null where id = ${user.id}`);
    clock.advance(HOUR_MS);
    await reset();
    expect(await hoursHeld()).toBe(24);
  });

  test('by two requests at once is the one of the request that succeeded', async () => {
    const wanted = ['the first harbour', 'the second harbour', 'the third harbour'];
    const outcomes = await Promise.allSettled(wanted.map((password) => change({ password })));
    const taken = wanted.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect(await logInWith(taken[0] ?? '')).toHaveLength(64);
  });

  test('leaves no session to a login that used the old one in the meantime', async () => {
    for (let round = 0; round < 6; round += 1) {
      user = await server.registerUser();
      const logins = Array.from({ length: 4 }, () => logInWith(TEST_PASSWORD).catch(() => undefined));
      const [tokens] = await Promise.all([Promise.all(logins), round % 2 === 0 ? change() : reset()]);
      const opened = tokens.filter((token) => token !== undefined);
      expect(await Promise.all(opened.map(isGood))).toEqual(opened.map(() => false));
    }
  });

  test('checks five of sixteen parallel guesses', async () => {
    const guesses = await Promise.allSettled(
      Array.from({ length: 16 }, () => change({ oldPassword: 'a wrong guess' })),
    );
    const codes = guesses.map((guess) =>
      guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'ok',
    );
    expect(codes.filter((code) => code === 'PASSWORD_WRONG')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(11);
    expect(await logInWith(TEST_PASSWORD)).toHaveLength(64);
  });
});

test.runIf((await testEnginesByNight()).includes('postgres'))(
  'a login waits for a change that is under way, and then fails',
  async () => {
    server = await startTestServer({ engine: 'postgres', clock });
    user = await server.registerUser();
    const goOn = createSignal();
    const started = createSignal();
    const changing = server.db.transaction(async (tx) => {
      await tx.execute(sql`update users set password_hash = 'another' where id = ${user.id}`);
      started.give();
      await goOn.given;
    });
    await started.given;
    const login = logInWith(TEST_PASSWORD).then(
      () => 'opened',
      (error: unknown) => (error as { readonly code: string }).code,
    );
    expect(await Promise.race([login, untilSomebodyWaits()])).toBe('waits');
    goOn.give();
    await changing;
    expect(await login).toBe('LOGIN_FAILED');
    await server.close();
  },
);

async function untilSomebodyWaits(): Promise<string> {
  for (;;) {
    const rows = await rowsOf(
      server.db,
      sql`select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return 'waits';
  }
}

describe('changing the login password', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test.each([
    [{ oldPassword: '' }, 'PASSWORD_REQUIRED'],
    [{ password: '' }, 'PASSWORD_REQUIRED'],
    [{ password: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ passwordRepeat: 'a different harbour' }, 'PASSWORD_MISMATCH'],
    [{ oldPassword: 'a wrong guess' }, 'PASSWORD_WRONG'],
    [{ password: 'qwertyuiop' }, 'PASSWORD_COMMON'],
  ])('is refused for %j', async (changes, code) => {
    const other = await logInWith(TEST_PASSWORD);
    await expect(change(changes)).rejects.toMatchObject(refusedWith(code));
    expect(await isGood(other)).toBe(true);
    expect(await logInWith(TEST_PASSWORD)).toHaveLength(64);
  });

  test('is refused without its fields as without their content', async () => {
    const none = server.call(changePassword, {}, { token: user.token });
    await expect(none).rejects.toMatchObject(refusedWith('PASSWORD_REQUIRED'));
  });

  test('makes a guesser wait after five tries, for any further guess', async () => {
    for (let round = 0; round < 5; round += 1) {
      await expect(change({ oldPassword: 'a wrong guess' })).rejects.toMatchObject(refusedWith('PASSWORD_WRONG'));
    }
    await expect(change()).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    clock.advance(30_000);
    await change();
  });

  test('notifies the owner of a wrong guess, once a day', async () => {
    for (let round = 0; round < 3; round += 1) {
      await expect(change({ oldPassword: 'a wrong guess' })).rejects.toMatchObject(refusedWith('PASSWORD_WRONG'));
    }
    await change();
    await vi.waitFor(() => expect(mailsTo(user)).toContain('Halyard: Login password changed'));
    await vi.waitFor(() => expect(mailsTo(user)).toContain('Halyard: Wrong login password'));
    expect(mailsTo(user).filter((subject) => subject === 'Halyard: Wrong login password')).toHaveLength(1);
  });

  test('holds nothing when the operator sets no hold', async () => {
    await change();
    expect(await blockedUntil()).toBeNull();
  });

  test('does not shorten a longer hold', async () => {
    await server.db.execute(
      sql`update users set withdrawals_blocked_until = now() + interval '72 hours' where id = ${user.id}`,
    );
    const until = await blockedUntil();
    await change();
    expect(await blockedUntil()).toBe(until);
  });
});
