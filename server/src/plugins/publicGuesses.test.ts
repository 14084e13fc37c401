// Resets of a lost factor check a password, and share the limit of all password checks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestFactorReset, sendFactorResetCode } from '@halyard/contract/security/factorCalls';
import { checkMailCode } from '@halyard/contract/user/calls';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isSandbox: false });
});
afterAll(() => server.close());

test('the limit on guesses also applies to resets of factors', async () => {
  const ip = '10.0.0.9';
  const codeOf = (work: Promise<unknown>) => work.catch((error: unknown) => (error as { code: string }).code);
  const login = { address: 'nobody@example.com', password: 'Wrong-password-1' };
  expect(await codeOf(server.call(sendFactorResetCode, login, { ip }))).toBe('LOGIN_FAILED');
  const guess = () => codeOf(server.call(checkMailCode, { code: '123456', address: login.address }, { ip }));
  for (let index = 0; index < 59; index += 1) expect(await guess()).toBe('CODE_WRONG');
  expect(await guess()).toBe('RATE_LIMITED');
  const other = { ...login, address: 'nobody-else@example.com' };
  expect(await codeOf(server.call(sendFactorResetCode, other, { ip }))).toBe('RATE_LIMITED');
  expect(await codeOf(server.call(requestFactorReset, { ...other, code: '123456' }, { ip }))).toBe('RATE_LIMITED');
});
