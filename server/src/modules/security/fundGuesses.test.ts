// Counters of wrong fund passwords: by session, by all new sessions together and by all sessions together, so that a
// thief's session does not make the owner wait and many sessions cannot guess without end.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setFundPassword } from '@halyard/contract/security/calls';
import { logIn } from '@halyard/contract/user/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import { FUND_PASSWORD, giveFundPassword, proofOf, sessionOf } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { requireFundPassword } from './fundPassword.ts';

const RIGHT = FUND_PASSWORD;
const OTHER = '850266';
const WRONG = '000001';
const DAY_AND_HOUR_MS = 25 * 3_600_000;

const clock = createTestClock();
let server: TestServer;
let user: TestUser;

const set = () => giveFundPassword(server, user.id);

/** Tries a fund password in a session; resolves to `right` or the error code. */
async function guess(text: string, sessionId: number): Promise<string> {
  try {
    await requireFundPassword(server, { id: user.id, sessionId }, text);
    return 'right';
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    return error.code;
  }
}

/** Logs a user in once more; resolves to the id of the session. */
async function newSession({ id, address, password }: TestUser): Promise<number> {
  await server.call(logIn, { address, password });
  const [row] = await rowsOf<{ id: number }>(
    server.db,
    sql`select id from sessions where user_id = ${id} order by id desc limit 1`,
  );
  return row?.id ?? 0;
}

describe('guessing the fund password', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('checks five of sixty-four tries that come at the same time on as many nodes', async () => {
    await set();
    const session = await sessionOf(server, user.id);
    let looks = 0;
    const look = async () => {
      looks += 1;
      return undefined;
    };
    const tries = await Promise.allSettled(
      Array.from({ length: 64 }, () => createLoginGuard({ db: server.db, clock }).fund(session, look)),
    );
    const counted = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.left] : []));
    expect(looks).toBe(5);
    expect(counted.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });

  test('by many new sessions makes all of these wait, and not an older one', async () => {
    await set();
    const old = await sessionOf(server, user.id);
    clock.advance(DAY_AND_HOUR_MS);
    for (let opened = 0; opened < 12; opened += 1) {
      const sessionId = await newSession(user);
      for (let tries = 0; tries < 4; tries += 1) expect(await guess(WRONG, sessionId)).toBe('FUND_PASSWORD_WRONG');
    }
    const last = await newSession(user);
    expect(await guess(WRONG, last)).toBe('FUND_PASSWORD_WRONG');
    expect(await guess(WRONG, last)).toBe('FUND_PASSWORD_WAIT');
    expect(await guess(RIGHT, await newSession(user))).toBe('FUND_PASSWORD_WAIT');
    expect(await guess(RIGHT, old.sessionId)).toBe('right');
  });

  test('is limited across any number of older sessions', async () => {
    await set();
    const ids: number[] = [];
    for (let opened = 0; opened < 3; opened += 1) ids.push(await newSession(user));
    clock.advance(DAY_AND_HOUR_MS);
    await server.db.execute(
      sql`insert into login_tries (key, failures, at) values (${`fund ${user.id} all sessions`}, 498,
        ${new Date(clock.nowMs()).toISOString()})`,
    );
    const tries: string[] = [];
    for (const sessionId of ids) tries.push(await guess(WRONG, sessionId));
    expect(tries).toEqual(['FUND_PASSWORD_WRONG', 'FUND_PASSWORD_WAIT', 'FUND_PASSWORD_WAIT']);
  });

  test('starts over in every session after the fund password changed', async () => {
    await set();
    const { sessionId } = await sessionOf(server, user.id);
    for (let round = 0; round < 5; round += 1) await guess(WRONG, sessionId);
    expect(await guess(RIGHT, sessionId)).toBe('FUND_PASSWORD_WAIT');
    const token = await server.call(logIn, { address: user.address, password: user.password });
    const proof = await proofOf(server, { ...user, token });
    const change = { password: OTHER, passwordRepeat: OTHER, oldPassword: RIGHT, ...proof };
    await server.call(setFundPassword, change, { token });
    expect(await guess(WRONG, sessionId)).toBe('FUND_PASSWORD_WRONG');
    const rows = await rowsOf(server.db, sql`select failures from login_tries where key like ${`fund ${user.id} %`}`);
    expect(rows.map(({ failures }) => failures)).toEqual([1, 1, 1]);
  });
});
