// Registration and a forgotten password through the real app and database: each complete flow, and each refusal with
// its code.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser, logIn, registerUser, resetPassword, sendMailCode, sendTextCode } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let count = 0;
const newAddress = () => `account-${(count += 1)}@example.com`;

async function codeFor(address: string, purpose: 'register' | 'forget' = 'register'): Promise<string> {
  await server.call(sendMailCode, { address, purpose });
  return codeIn(server.messages.findLast((message) => message.address === address));
}

type Registration = Parameters<typeof register>[0];
async function register(
  changes: Partial<{
    kind: 'email' | 'mobile';
    address: string;
    code: string;
    password: string;
    passwordRepeat: string;
    invitationCode: string;
    callingCode: string;
  }>,
) {
  const fields = {
    kind: 'email' as const,
    address: '',
    code: '',
    password: TEST_PASSWORD,
    passwordRepeat: TEST_PASSWORD,
  };
  return server.call(registerUser, { ...fields, ...changes });
}

const refusedWith = (code: string) => ({ code });

describe('registration', () => {
  test('by e-mail opens an account that can log in immediately', async () => {
    const address = newAddress();
    const message = await register({ address, code: await codeFor(address) });
    expect(message).toBe('You are registered. Log in to start.');
    const token = await server.call(logIn, { kind: 'email', address, password: TEST_PASSWORD });
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const user = await server.call(getUser, {}, { token });
    expect(user).toMatchObject({
      email: address,
      phone: null,
      account: address,
      reviewStatus: 'none',
      name: '',
      idNumberMasked: '',
    });
    expect(user.invitationCode).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  });

  test('by phone stores the number in its international form, in any spelling', async () => {
    await server.call(sendTextCode, { mobile: '(201) 555-0123', callingCode: '1', purpose: 'register' });
    const code = codeIn(server.messages.at(-1));
    expect(server.messages.at(-1)).toMatchObject({ channel: 'text', address: '+12015550123' });
    await register({ kind: 'mobile', callingCode: '1', address: '201 555 0123', code });
    const token = await server.call(logIn, {
      kind: 'mobile',
      callingCode: '1',
      address: '2015550123',
      password: TEST_PASSWORD,
    });
    expect(await server.call(getUser, {}, { token })).toMatchObject({
      phone: '+12015550123',
      email: null,
      account: '+12015550123',
    });
  });

  test('treats an address the same in upper and lower case', async () => {
    const address = newAddress();
    await register({ address: ` ${address.toUpperCase()} `, code: await codeFor(address) });
    expect(await server.call(logIn, { address: address.toUpperCase(), password: TEST_PASSWORD })).toHaveLength(64);
  });

  test('stores the inviter, and refuses an unknown invitation code', async () => {
    const inviter = await server.registerUser();
    const { invitationCode = '' } = await server.call(getUser, {}, { token: inviter.token });
    const address = newAddress();
    const code = await codeFor(address);
    await expect(register({ address, code, invitationCode: 'NOBODY22' })).rejects.toMatchObject(
      refusedWith('INVITATION_CODE_INVALID'),
    );
    await register({ address, code, invitationCode: invitationCode.toLowerCase() });
    const [row] = await rowsOf<{ invited_by: number }>(
      server.db,
      sql`select invited_by from users where email = ${address}`,
    );
    expect(row?.invited_by).toBe(inviter.id);
    await server.db.execute(sql`update users set closed_at = now() where id = ${inviter.id}`);
    const later = newAddress();
    await expect(register({ address: later, code: await codeFor(later), invitationCode })).rejects.toMatchObject(
      refusedWith('INVITATION_CODE_INVALID'),
    );
  });

  test('uses the code up', async () => {
    const address = newAddress();
    const code = await codeFor(address);
    await register({ address, code });
    await expect(register({ address, code })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test('sends a hint, not a code, to an address that has an account', async () => {
    const user = await server.registerUser(newAddress());
    clock.advance(61_000);
    const answer = await server.call(sendMailCode, { address: user.address, purpose: 'register' });
    expect(answer).toBe('Code sent. If none arrives, check the address.');
    const message = server.messages.at(-1);
    expect(message?.subject).toBe('You already have a Halyard account');
    expect(message?.body).not.toMatch(/\d{6}/);
  });

  test.each<[string, Registration, string]>([
    ['an address that is none', { address: 'nobody' }, 'EMAIL_INVALID'],
    ['an empty address', { address: ' ' }, 'ACCOUNT_REQUIRED'],
    ['a number that is none', { kind: 'mobile', address: '123' }, 'PHONE_INVALID'],
    ['no code', { code: '' }, 'CODE_REQUIRED'],
    ['a code that nobody sent', { code: '123456' }, 'CODE_WRONG'],
    ['a code of letters', { code: 'abcdef' }, 'CODE_WRONG'],
    ['no password', { code: '123456', password: '', passwordRepeat: '' }, 'PASSWORD_REQUIRED'],
    ['a short password', { code: '123456', password: 'short', passwordRepeat: 'short' }, 'PASSWORD_TOO_SHORT'],
    [
      'a long password',
      { code: '123456', password: 'x'.repeat(129), passwordRepeat: 'x'.repeat(129) },
      'PASSWORD_TOO_LONG',
    ],
    ['two passwords', { code: '123456', passwordRepeat: 'another one' }, 'PASSWORD_MISMATCH'],
    ['a common password', { code: '123456', password: 'Password1', passwordRepeat: 'Password1' }, 'PASSWORD_COMMON'],
    [
      'a password of our name',
      { code: '123456', password: 'halyard-99', passwordRepeat: 'halyard-99' },
      'PASSWORD_COMMON',
    ],
    [
      'a password of a market',
      { code: '123456', password: 'btcusdt-1', passwordRepeat: 'btcusdt-1' },
      'PASSWORD_COMMON',
    ],
  ])('refuses %s', async (_, changes, code) => {
    await expect(register({ address: newAddress(), ...changes })).rejects.toMatchObject(refusedWith(code));
  });
});

describe('a forgotten password', () => {
  const NEW_PASSWORD = 'a louder harbour';
  const reset = (changes: { address: string; code: string; callingCode?: string }) =>
    server.call(resetPassword, { password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD, ...changes });

  test('is replaced with a code, and every session ends', async () => {
    const user = await server.registerUser(newAddress());
    const other = await server.call(logIn, { address: user.address, password: TEST_PASSWORD });
    const code = await codeFor(user.address, 'forget');
    const published: ExchangeEvent[] = [];
    const stop = server.events.subscribe((event) => published.push(event));
    expect(await reset({ address: user.address, code })).toBe('Password changed. Log in with the new one.');
    stop();
    for (const token of [user.token, other]) {
      await expect(server.call(getUser, {}, { token })).rejects.toMatchObject(refusedWith('NOT_LOGGED_IN'));
    }
    expect(published.map(({ type }) => type).slice(0, 3)).toEqual(['events-written', 'session-ended', 'session-ended']);
    await expect(server.call(logIn, { address: user.address, password: TEST_PASSWORD })).rejects.toMatchObject(
      refusedWith('LOGIN_FAILED'),
    );
    expect(await server.call(logIn, { address: user.address, password: NEW_PASSWORD })).toHaveLength(64);
    await expect(reset({ address: user.address, code })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  });

  test.each([
    ['on his device', { ip: '10.0.0.9', device: 'b1'.repeat(16) }, { ip: '10.0.0.8', device: 'b1'.repeat(16) }],
    ['in his network', { ip: '10.0.0.7' }, { ip: '10.0.0.7' }],
    ['anywhere', { ip: '10.0.0.6' }, { ip: '2001:db8:7::1' }],
  ])('lets its owner log in at once %s, however often it was wrong there', async (_, before, from) => {
    const { address } = await server.registerUser(newAddress(), before);
    const attempt = (password: string) => server.call(logIn, { address, password }, from);
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(attempt('forgotten')).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
    }
    await expect(attempt(TEST_PASSWORD)).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
    const request = { address, code: await codeFor(address, 'forget'), password: NEW_PASSWORD };
    await server.call(resetPassword, { ...request, passwordRepeat: NEW_PASSWORD }, from);
    expect(await attempt(NEW_PASSWORD)).toHaveLength(64);
  });

  test('is not replaced with the code of a registration', async () => {
    const address = newAddress();
    const code = await codeFor(address, 'register');
    await expect(reset({ address, code })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    await register({ address, code });
  });

  test('gives the same answer for an unknown account, and sends nothing', async () => {
    const address = newAddress();
    expect(await server.call(sendMailCode, { address, purpose: 'forget' })).toBe(
      'Code sent. If none arrives, check the address.',
    );
    expect(server.messages.filter((message) => message.address === address)).toEqual([]);
    await expect(server.call(sendMailCode, { address, purpose: 'forget' })).rejects.toMatchObject(
      refusedWith('RATE_LIMITED'),
    );
  });

  test('of a phone is replaced without its country too, by the caller who asked for the code', async () => {
    const texted = () => codeIn(server.messages.findLast(({ address }) => address === '+447400123456'));
    await server.call(sendTextCode, { address: '07400123456', callingCode: '44', purpose: 'register' });
    const code = texted();
    await register({ kind: 'mobile', callingCode: '44', address: '7400123456', code });
    await server.call(
      sendTextCode,
      { address: '7400123456', callingCode: '44', purpose: 'forget' },
      { ip: '10.0.0.9' },
    );
    const forgetCode = texted();
    await expect(reset({ address: '07400123456', code: forgetCode })).rejects.toMatchObject(
      refusedWith('PHONE_INVALID'),
    );
    for (const part of ['6', '123456', '400123456']) {
      const written = { address: part, code: forgetCode, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
      await expect(server.call(resetPassword, written, { ip: '10.0.0.9' })).rejects.toMatchObject(
        refusedWith('PHONE_INVALID'),
      );
    }
    const request = { address: '07400123456', code: forgetCode, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
    await server.call(resetPassword, request, { ip: '10.0.0.9' });
    expect(
      await server.call(logIn, { kind: 'mobile', callingCode: '44', address: '7400123456', password: NEW_PASSWORD }),
    ).toHaveLength(64);
  });
});
