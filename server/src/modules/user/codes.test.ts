// Codes through the real app: their bindings, lifetime and tries, and the limits of sending.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkMailCode, checkTextCode, registerUser, sendMailCode, sendTextCode } from '@halyard/contract/user/calls';
import { readOutbox } from '@halyard/contract/sandbox/calls';
import { LANGUAGES } from '@halyard/contract/languages';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts';
import { CODE_AGE_MS, CODE_INTERVAL_MS, CODES_A_DAY } from './codesService.ts';
import type { Message } from './notifier.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let count = 0;
let address: string;
beforeEach(() => {
  address = `code-${(count += 1)}@example.com`;
});

const refusedWith = (code: string) => ({ code });
const lastCode = (to = address) => codeIn(server.messages.findLast((message) => message.address === to));
const send = (purpose: 'register' | 'forget' = 'register', ip = '127.0.0.1') =>
  server.call(sendMailCode, { address, purpose }, { ip });
const check = (code: string, changes: object = {}) => server.call(checkMailCode, { code, address, ...changes });
const register = (code: string, to = address) =>
  server.call(registerUser, {
    kind: 'email',
    address: to,
    code,
    password: TEST_PASSWORD,
    passwordRepeat: TEST_PASSWORD,
  });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a code', () => {
  test('has six digits and is stored as a hash', async () => {
    await send();
    const code = lastCode();
    const rows = await rowsOf(server.db, sql`select * from codes where address = ${address}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('is checked without being used up', async () => {
    await send();
    const code = lastCode();
    expect(await check(code)).toBe('Verified.');
    expect(await check(code)).toBe('Verified.');
    await register(code);
  });

  test('is bound to its address', async () => {
    await send();
    const code = lastCode();
    await server.call(sendMailCode, { address: `other-${address}`, purpose: 'register' });
    await expect(register(code, `other-${address}`)).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('is bound to its purpose', async () => {
    await send('register');
    await expect(check(lastCode(), { purpose: 'forget' })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    expect(await check(lastCode(), { purpose: 'register' })).toBe('Verified.');
  });

  test('is valid for ten minutes and no longer', async () => {
    await send();
    clock.advance(CODE_AGE_MS - 1);
    expect(await check(lastCode())).toBe('Verified.');
    clock.advance(1);
    await expect(check(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await expect(register(lastCode())).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('survives four wrong tries and not the fifth, from any place', async () => {
    await send();
    const code = lastCode();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const guess = attempt % 2 === 0 ? check(wrong(code)) : register(wrong(code));
      await expect(guess).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    }
    expect(await check(code)).toBe('Verified.');
    await expect(check(wrong(code))).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await expect(check(code)).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await expect(register(code)).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('counts each of many parallel guesses', async () => {
    await send();
    const code = lastCode();
    await Promise.allSettled(Array.from({ length: 20 }, () => check(wrong(code))));
    const [row] = await rowsOf<{ tries_left: number }>(
      server.db,
      sql`select tries_left from codes where address = ${address}`,
    );
    expect(row?.tries_left).toBe(0);
  });

  test('opens only one account, also in parallel', async () => {
    await send();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => register(lastCode())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const users = await rowsOf(server.db, sql`select id from users where email = ${address}`);
    expect(users).toHaveLength(1);
  });

  test('is void after a newer one was sent', async () => {
    await send();
    const first = lastCode();
    clock.advance(CODE_INTERVAL_MS);
    await send();
    // One time in a million both codes are equal.
    if (lastCode() !== first) await expect(check(first)).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    expect(await check(lastCode())).toBe('Verified.');
  });

  test('is found without its address for its asker, as legacy clients check it', async () => {
    const ip = `10.1.0.${count}`;
    await send('register', ip);
    expect(await server.call(checkMailCode, { code: lastCode() }, { ip })).toBe('Verified.');
    await expect(server.call(checkMailCode, { code: lastCode() }, { ip: '10.1.1.1' })).rejects.toMatchObject(
      refusedWith('CODE_WRONG'),
    );
    await expect(server.call(checkTextCode, { code: lastCode() }, { ip })).rejects.toMatchObject(
      refusedWith('CODE_WRONG'),
    );
  });
});

describe('sending', () => {
  test('waits a minute between two codes for one address', async () => {
    await send();
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/user/sms_mail',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ user_string: address, type: 'register' }).toString(),
    });
    expect(response.json()).toEqual({
      type: 'error',
      message: 'Too many attempts. Try again in 60 s.',
      code: 'RATE_LIMITED',
      params: { seconds: 60 },
    });
    clock.advance(CODE_INTERVAL_MS);
    expect(await send()).toBe('Code sent. If none arrives, check the address.');
  });

  test('makes one code of two parallel requests', async () => {
    const results = await Promise.allSettled([send(), send(), send()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(server.messages.filter((message) => message.address === address)).toHaveLength(1);
  });

  test('stops for a day after ten codes for one address', async () => {
    for (let sent = 0; sent < CODES_A_DAY; sent += 1) {
      await send();
      clock.advance(CODE_INTERVAL_MS);
    }
    await expect(send()).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    clock.advance(24 * 60 * 60_000 - CODES_A_DAY * CODE_INTERVAL_MS);
    await send();
  });

  test('reaches a phone as a short text', async () => {
    await server.call(sendTextCode, { address: '+1 201 555 0199', purpose: 'register' });
    expect(server.messages.at(-1)).toMatchObject({ channel: 'text', address: '+12015550199' });
    expect(
      await server.call(checkTextCode, { code: lastCode('+12015550199'), address: '2015550199', callingCode: '1' }),
    ).toBe('Verified.');
  });

  test.each(LANGUAGES)('writes in %s to a caller with that language', async (language) => {
    const inHeader = `header-${address}`;
    await server.call(sendMailCode, { address: inHeader }, { language });
    const inField = `field-${address}`;
    await server.call(sendMailCode, { address: inField, language });
    const bodies = [inHeader, inField].map((to) => server.messages.findLast((message) => message.address === to)?.body);
    const [first, second] = bodies.map((body) => body?.replace(/\d{6}/, ''));
    expect(first).toBe(second);
    expect(bodies[0]).toContain('10');
    expect(bodies[0]).not.toContain('{{');
    expect(bodies[0]?.startsWith(lastCode(inHeader))).toBe(true);
  });

  test('adds to the outbox of the sandbox, newest first', async () => {
    await send();
    clock.advance(CODE_INTERVAL_MS);
    await send();
    const messages = await server.call(readOutbox, { address: ` ${address.toUpperCase()}` });
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({ channel: 'mail', address, subject: 'Your Halyard verification code' });
    expect(messages[0]?.text).toContain(lastCode());
    expect(messages[0]?.at).toBe(new Date(clock.nowMs()).toISOString());
    expect(await server.call(readOutbox, { address: 'nobody@example.com' })).toEqual([]);
  });
});

describe('without a way to send', () => {
  test('is reported for every address alike', async () => {
    const mute = await startTestServer({ isSandbox: false, carriers: { mail: [], text: [] } });
    for (const purpose of ['register', 'forget'] as const) {
      await expect(mute.call(sendMailCode, { address, purpose })).rejects.toMatchObject(
        refusedWith('CODE_SEND_FAILED'),
      );
    }
    await mute.close();
  });

  test('is reported when the mail server refuses, and the address may ask again immediately', async () => {
    const failing = await startTestServer({
      carriers: { mail: [async () => Promise.reject(new Error('refused'))], text: [] },
    });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(failing.call(sendMailCode, { address, purpose: 'register' })).rejects.toMatchObject(
        refusedWith('CODE_SEND_FAILED'),
      );
    }
    await failing.close();
  });

  test('does not reveal for a forgotten password whether the mail server refuses', async () => {
    const sent: Message[] = [];
    let refuses = false;
    const carry = async (message: Message) => {
      if (refuses) throw new Error('refused');
      sent.push(message);
    };
    const moody = await startTestServer({ clock, carriers: { mail: [carry], text: [] } });
    await moody.call(sendMailCode, { address, purpose: 'register' });
    await moody.call(registerUser, {
      kind: 'email',
      address,
      code: codeIn(sent[0]),
      password: TEST_PASSWORD,
      passwordRepeat: TEST_PASSWORD,
    });
    refuses = true;
    const ask = async (to: string) => {
      const form = new URLSearchParams({ user_string: to, type: 'forget' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await moody.app.inject({ method: 'POST', url: '/api/sms_mail', headers, payload: form })).body;
    };
    // Asked again until long after the mail server has refused.
    for (let round = 0; round < 30; round += 1) {
      const answers = await Promise.all([address, `nobody-${address}`].map(ask));
      expect(answers[0]).toBe(answers[1]);
    }
    await moody.close();
  });
});
