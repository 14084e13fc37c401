// Codes to the user's own address, through the real app: their target, their use, and that no other user can use or
// waste them.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { sendOwnCode } from '@halyard/contract/security/calls';
import {
  checkMailCode,
  logIn,
  registerUser,
  resetPassword,
  sendMailCode,
  sendTextCode,
} from '@halyard/contract/user/calls';
import type { UserId } from '@halyard/contract/ids';
import { LANGUAGES } from '@halyard/contract/languages';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { CODE_AGE_MS, CODE_INTERVAL_MS, CODES_A_DAY, createCodesService } from '../user/codesService.ts';
import { checkOwnCode, spendOwnCode } from './stepUp.ts';

const clock = createTestClock();
const refusedWith = (code: string) => ({ code });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

let server: TestServer;
let user: TestUser;
const deps = () => ({ db: server.db, codes: createCodesService({ db: server.db, clock }) });
const ask = (who: TestUser = user) => server.call(sendOwnCode, {}, { token: who.token });
const lastCode = (who: TestUser = user) => codeIn(server.messages.findLast(({ address }) => address === who.address));

/** Tries a code in the first session of a user. */
async function check(code: string | undefined, id: UserId = user.id) {
  const [first] = await rowsOf<{ id: number }>(
    server.db,
    sql`select id from sessions where user_id = ${id} order by id limit 1`,
  );
  return checkOwnCode(deps(), { userId: id, asker: { sessionId: first?.id ?? 0 }, code });
}

/** Checks the code and uses it up, as the guarded call does. */
async function pass(code: string): Promise<void> {
  const found = await check(code);
  await server.db.transaction((tx) => spendOwnCode(deps(), tx, found));
}

describe('a code to the own address', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('lets one of many requests through, and is used up', async () => {
    expect(await ask()).toBe('Code sent. If none arrives, check the address.');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pass(lastCode())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(pass(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('stays valid when the guarded call fails', async () => {
    await ask();
    const found = await check(lastCode());
    const failing = server.db.transaction(async (tx) => {
      await spendOwnCode(deps(), tx, found);
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    await pass(lastCode());
  });

  test('is void after five wrong tries, also in parallel', async () => {
    await ask();
    await Promise.allSettled(Array.from({ length: 20 }, () => check(wrong(lastCode()))));
    await expect(check(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('is sent once a minute', async () => {
    const outcomes = await Promise.allSettled([ask(), ask(), ask()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(ask()).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    clock.advance(CODE_INTERVAL_MS);
    await ask();
  });
});

describe('an own code', () => {
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await server.registerUser();
  });

  test('is valid for ten minutes', async () => {
    await ask();
    clock.advance(CODE_AGE_MS - 1);
    await check(lastCode());
    clock.advance(1);
    await expect(check(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test.each([
    [undefined, 'CODE_REQUIRED'],
    ['', 'CODE_REQUIRED'],
    ['12345', 'CODE_WRONG'],
    ['abcdef', 'CODE_WRONG'],
  ])('is not «%s»', async (code, expected) => {
    await ask();
    await expect(check(code)).rejects.toMatchObject(refusedWith(expected));
  });

  test('belongs to its user', async () => {
    const other = await server.registerUser();
    await Promise.all([ask(), ask(other)]);
    // One time in a million both codes are equal.
    if (lastCode() !== lastCode(other)) {
      await expect(check(lastCode(), other.id)).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    }
    await check(lastCode(other), other.id);
  });

  test('is no code for a new password, and the other way round', async () => {
    await ask();
    const request = { password: 'a louder harbour', passwordRepeat: 'a louder harbour' };
    const reset = server.call(resetPassword, { ...request, address: user.address, code: lastCode() });
    await expect(reset).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    const own = lastCode();
    await server.call(sendMailCode, { address: user.address, purpose: 'forget' });
    if (lastCode() !== own) await expect(check(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await check(own);
  });

  test('can be neither tried nor wasted without a login', async () => {
    await ask();
    for (let round = 0; round < 6; round += 1) {
      const guess = server.call(checkMailCode, { code: lastCode(), address: user.address });
      await expect(guess).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    }
    await expect(server.call(checkMailCode, { code: lastCode() })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await pass(lastCode());
  });

  test('is still sent after strangers have used up the daily limit of an address', async () => {
    for (let sent = 1; sent < CODES_A_DAY; sent += 1) {
      await server.call(sendMailCode, { address: user.address, purpose: 'forget' });
      clock.advance(CODE_INTERVAL_MS);
    }
    const stranger = server.call(sendMailCode, { address: user.address, purpose: 'forget' });
    await expect(stranger).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    const token = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    await server.call(sendOwnCode, {}, { token });
    await check(lastCode());
  });

  test('is sent ten times a day', async () => {
    for (let sent = 0; sent < CODES_A_DAY; sent += 1) {
      await ask();
      clock.advance(CODE_INTERVAL_MS);
    }
    await expect(ask()).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
  });

  test('is neither used up nor voided from another session', async () => {
    const thief = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    for (let sent = 0; sent < CODES_A_DAY; sent += 1) {
      await server.call(sendOwnCode, {}, { token: thief });
      clock.advance(CODE_INTERVAL_MS);
    }
    await ask();
    const own = lastCode();
    for (let round = 0; round < 6; round += 1) {
      const guess = server.call(stepUp, { loginPassword: TEST_PASSWORD, code: wrong(own) }, { token: thief });
      await expect(guess).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    }
    await server.call(stepUp, { loginPassword: TEST_PASSWORD, code: own }, { token: user.token });
  });

  test('is sent thirty times a day to all sessions of that day together, and still to older ones', async () => {
    clock.advance(25 * 60 * 60_000);
    for (let session = 0; session < 3; session += 1) {
      const token = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
      for (let sent = 0; sent < CODES_A_DAY; sent += 1) {
        await server.call(sendOwnCode, {}, { token });
        clock.advance(CODE_INTERVAL_MS);
      }
    }
    const token = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    await expect(server.call(sendOwnCode, {}, { token })).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    await ask();
  });

  test('goes to the phone of a user who registered with one', async () => {
    const address = '+12015550188';
    await server.call(sendTextCode, { address, purpose: 'register' });
    const code = codeIn(server.messages.at(-1));
    const password = TEST_PASSWORD;
    await server.call(registerUser, { kind: 'mobile', address, code, password, passwordRepeat: password });
    const token = await server.call(logIn, { kind: 'mobile', address, password });
    await server.call(sendOwnCode, {}, { token });
    expect(server.messages.at(-1)).toMatchObject({ channel: 'text', address });
    const [row] = await rowsOf<{ id: UserId }>(server.db, sql`select id from users where phone = ${address}`);
    await check(codeIn(server.messages.at(-1)), row?.id);
  });

  test.each(LANGUAGES)('is written in %s, with its purpose', async (language) => {
    await server.call(sendOwnCode, {}, { token: user.token, language });
    const inHeader = server.messages.at(-1);
    clock.advance(CODE_INTERVAL_MS);
    await server.call(sendOwnCode, { language }, { token: user.token });
    const inField = server.messages.at(-1);
    expect(inField?.body.replace(/\d{6}/, '')).toBe(inHeader?.body.replace(/\d{6}/, ''));
    expect(inHeader?.body.startsWith(lastCode()) || inField?.body.startsWith(lastCode())).toBe(true);
    expect(inField?.body).not.toContain('{{');
    expect(inField?.body).toContain('10');
  });
});

test('reports a code that could not be sent, and allows another request immediately', async () => {
  let refuses = false;
  const sent: { address: string; body: string }[] = [];
  const carry = async (message: { address: string; body: string }) => {
    if (refuses) throw new Error('refused');
    sent.push(message);
  };
  server = await startTestServer({ clock, carriers: { mail: [carry], text: [] } });
  const address = 'mute@example.com';
  const password = TEST_PASSWORD;
  await server.call(sendMailCode, { address, purpose: 'register' });
  const code = /\d{6}/.exec(sent[0]?.body ?? '')?.[0] ?? '';
  await server.call(registerUser, { kind: 'email', address, code, password, passwordRepeat: password });
  const token = await server.call(logIn, { address, password });
  refuses = true;
  for (let round = 0; round < 2; round += 1) {
    await expect(server.call(sendOwnCode, {}, { token })).rejects.toMatchObject(refusedWith('CODE_SEND_FAILED'));
  }
  refuses = false;
  await server.call(sendOwnCode, {}, { token });
  expect(sent).toHaveLength(2);
  await server.close();
});
