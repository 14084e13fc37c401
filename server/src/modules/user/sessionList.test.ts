// The list of a user's sessions, through the real app, a real database and real sockets: its content, and that an ended
// session is invalid immediately.
import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listSessions, revokeSessions, type Session } from '@halyard/contract/security/calls';
import { getUser, logIn } from '@halyard/contract/user/calls';
import { LOGGED_OUT, rooms } from '@halyard/contract/realtime/rooms';
import { HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { subscribe } from '../../testing/realtimeHarness.ts';
import { startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../../testing/testServer.ts';

const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

const settings = { sessionIdleHours: 48, sessionAgeHours: 240 };
const [IDLE_MS, AGE_MS] = [48 * HOUR_MS, 240 * HOUR_MS];
const clock = createTestClock();
const refusedWith = (code: string) => ({ code });
const sockets: Socket[] = [];
let server: TestServer;
let user: TestUser;

const list = (token = user.token) => server.call(listSessions, {}, { token });
const logInAgain = () => server.call(logIn, { address: user.address, password: TEST_PASSWORD });
const revoke = (request: Partial<Pick<Session, 'id'>> & { others?: boolean }, token = user.token) =>
  server.call(revokeSessions, request, { token });
const isOver = (token: string) =>
  expect(server.call(getUser, {}, { token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
const currentId = async (token: string) => (await list(token))[0]?.id ?? (0 as Session['id']);

/** A socket in the private room of its user, and a promise of its close message. */
async function listen(token: string): Promise<{ readonly socket: Socket; readonly goodbye: Promise<string> }> {
  const socket = io(server.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });
  sockets.push(socket);
  const goodbye = new Promise<string>((resolve) => void socket.once(LOGGED_OUT, () => resolve('goodbye')));
  expect(await subscribe(socket, rooms.account)).toMatchObject([{ room: 'account', seq: 0 }]);
  return { socket, goodbye };
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

describe('a user with several sessions', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock, settings });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('lists this session first, then the others by their last use', async () => {
    const openedAt = new Date(clock.nowMs()).toISOString();
    clock.advance(60_000);
    const second = await logInAgain();
    clock.advance(60_000);
    const third = await logInAgain();
    await server.call(getUser, {}, { token: second });
    const listed = await list();
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(listed.slice(1).map(({ id }) => id)).toEqual([await currentId(third), await currentId(second)]);
    expect(listed[0]).toMatchObject({ createdAt: openedAt, lastSeenAt: new Date(clock.nowMs()).toISOString() });
  });

  test('ends another one immediately, for calls and its socket, and keeps this one', async () => {
    const other = await logInAgain();
    const id = await currentId(other);
    const [here, there] = [await listen(user.token), await listen(other)];
    expect(await revoke({ id })).toBe('Device logged out.');
    await isOver(other);
    expect(await there.goodbye).toBe('goodbye');
    expect(await subscribe(there.socket, rooms.account)).toEqual([{ room: 'account', error: 'NOT_LOGGED_IN' }]);
    expect(await subscribe(here.socket, rooms.account)).toMatchObject([{ room: 'account', seq: 0 }]);
    expect(await list()).toHaveLength(1);
  });

  test('ends all others at once', async () => {
    const others = [await logInAgain(), await logInAgain()];
    const { goodbye } = await listen(others[0] ?? '');
    await revoke({ others: true });
    for (const token of others) await isOver(token);
    expect(await goodbye).toBe('goodbye');
    expect(await list()).toMatchObject([{ isCurrent: true }]);
    const subjects = () =>
      server.messages.filter(({ address }) => address === user.address).map((mail) => mail.subject);
    await vi.waitFor(() => expect(subjects()).toContain('Halyard: Other devices logged out'));
  });

  test('gets no event that all others ended when there were none', async () => {
    await revoke({ others: true });
    expect(await list()).toHaveLength(1);
    expect(await rowsOf(server.db, sql`select 1 from user_events where user_id = ${user.id}`)).toEqual([]);
  });

  test('answers another user’s session as missing, and keeps it open', async () => {
    const stranger = await server.registerUser();
    const answers = await Promise.all(
      [await currentId(stranger.token), 2_000_000_000].map(async (id) => {
        const response = await server.app.inject({
          method: 'POST',
          url: '/api/user/sessions/revoke',
          headers: { authorization: user.token, 'content-type': 'application/x-www-form-urlencoded' },
          payload: `id=${id}`,
        });
        return response.body;
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('SESSION_NOT_FOUND');
    expect(await server.call(getUser, {}, { token: stranger.token })).toMatchObject({ id: stranger.id });
  });
});

describe('a list of sessions', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock, settings });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('shows device and place', async () => {
    await server.app.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: '8.8.8.8',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': PIXEL },
      payload: new URLSearchParams({ user_string: user.address, password: TEST_PASSWORD }).toString(),
    });
    expect((await list())[1]).toMatchObject({
      browser: 'Chrome 120',
      system: 'Android 14',
      device: 'Pixel 7',
      ip: '8.8.8.8',
      country: 'US',
    });
    expect((await list())[0]).toMatchObject({ ip: '127.0.0.1', country: null });
  });

  test('reports a login from a new country, also from a known browser', async () => {
    const there = { userAgent: PIXEL, ip: '81.2.69.142' };
    user = await server.registerUser(undefined, there);
    const request = { address: user.address, password: TEST_PASSWORD };
    for (const ip of [there.ip, '10.0.0.1', '171.224.1.1', '171.224.1.1']) {
      await server.call(logIn, request, { ...there, ip });
    }
    const rows = await rowsOf<{ facts: { details: { device: string } } }>(
      server.db,
      sql`select facts from user_events where user_id = ${user.id} order by at`,
    );
    expect(rows.map(({ facts }) => facts)).toEqual([
      {
        kind: 'login_new_device',
        details: {
          device: 'Chrome 120, Android 14, Pixel 7, VN',
          fromDevice: 'Chrome 120, Android 14, Pixel 7',
          fromCountry: 'VN',
        },
      },
    ]);
    const mails = () => server.messages.filter(({ address, body }) => address === user.address && !/\d{6}/.test(body));
    await vi.waitFor(() => expect(mails()).toHaveLength(1));
    expect(mails()[0]?.body).toContain('Chrome 120, Android 14, Pixel 7, VN');
  });

  test('contains neither a token nor anything of another user', async () => {
    await server.registerUser();
    const response = await server.app.inject({ url: '/api/user/sessions', headers: { authorization: user.token } });
    expect(response.json<{ message: unknown[] }>().message).toHaveLength(1);
    expect(response.body).not.toMatch(/[0-9a-f]{64}/);
  });

  test('leaves out closed ones: logged out, idle, too old', async () => {
    const silent = await logInAgain();
    const id = await currentId(silent);
    const step = IDLE_MS / 2;
    clock.advance(step);
    expect(await list()).toHaveLength(2);
    clock.advance(step);
    expect(await list()).toHaveLength(1);
    await expect(revoke({ id })).rejects.toMatchObject(refusedWith('SESSION_NOT_FOUND'));
    for (let age = 2 * step; age + step < AGE_MS; age += step) {
      clock.advance(step);
      expect(await list()).toHaveLength(1);
    }
    clock.advance(step);
    await isOver(user.token);
  });

  test('is not ended by a request that names nothing', async () => {
    await expect(revoke({})).rejects.toMatchObject(refusedWith('PARAMETER_MISSING'));
    await expect(revoke({ others: false })).rejects.toMatchObject(refusedWith('PARAMETER_MISSING'));
    expect(await list()).toHaveLength(1);
  });

  test('may end the current session too', async () => {
    await revoke({ id: await currentId(user.token) });
    await isOver(user.token);
  });

  test('ends one once: the second time it is missing', async () => {
    const id = await currentId(await logInAgain());
    const outcomes = await Promise.allSettled([revoke({ id }), revoke({ id }), revoke({ id })]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
