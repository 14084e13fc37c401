// Codes are counted by asker, through the real app: strangers cannot keep an owner from getting and using a code.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkMailCode, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, type CallOptions, type TestServer } from '../../testing/testServer.ts';
import { CODE_INTERVAL_MS, CODES_A_DAY, CODES_A_DAY_OF_ALL } from './codesService.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let count = 0;
let address: string;

const refusedWith = (code: string) => ({ code });
const lastCode = () => codeIn(server.messages.findLast((message) => message.address === address));
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const HOME = { ip: '10.7.0.1', device: 'd1'.repeat(16) };
const forget = (of: CallOptions) => server.call(sendMailCode, { address, purpose: 'forget' }, of);
const reset = (code: string, of: CallOptions) =>
  server.call(resetPassword, { address, code, password: 'a louder harbour', passwordRepeat: 'a louder harbour' }, of);
beforeEach(async () => {
  address = `asker-${(count += 1)}@example.com`;
  await server.registerUser(address, HOME);
  clock.advance(CODE_INTERVAL_MS);
});

test('strangers use up neither the requests nor the tries of an owner, and void no code of the owner', async () => {
  for (let sent = 0; sent < CODES_A_DAY; sent += 1) {
    await forget({ ip: '10.8.0.1' });
    clock.advance(CODE_INTERVAL_MS);
  }
  await expect(forget({ ip: '10.8.0.1' })).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
  await forget({ ip: '10.7.0.9' });
  const code = lastCode();
  await forget({ ip: '10.8.0.2' });
  for (const ip of ['10.8.0.1', '10.8.0.2', '10.8.0.3']) {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expect(reset(wrong(code), { ip })).rejects.toMatchObject(refusedWith('CODE_WRONG'));
    }
  }
  expect(await reset(code, { ip: '10.7.0.9' })).toContain('Password changed');
});

test('strangers from many networks cannot flood a mailbox, and known callers may still ask', async () => {
  const sent = await Promise.allSettled(
    Array.from({ length: CODES_A_DAY_OF_ALL + 5 }, (_, index) => forget({ ip: `2001:db8:8:${index}::1` })),
  );
  // One was sent when the account was opened.
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(CODES_A_DAY_OF_ALL - 1);
  await expect(forget({ ip: '10.9.0.1' })).rejects.toMatchObject(refusedWith('RATE_LIMITED'));
  await forget({ ip: '10.9.0.1', device: HOME.device });
  expect(await reset(lastCode(), { ip: '10.9.0.2', device: HOME.device })).toContain('Password changed');
  await forget({ ip: HOME.ip });
});

test('a code may be entered from another place than the one that asked for it, with five tries of its own', async () => {
  await forget({ ip: '10.7.0.9' });
  const code = lastCode();
  expect(await server.call(checkMailCode, { code, address }, { ip: '10.7.0.10' })).toBe('Verified.');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const guess = server.call(checkMailCode, { code: wrong(code), address }, { ip: `10.8.1.${attempt}` });
    await expect(guess).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  }
  const late = server.call(checkMailCode, { code, address }, { ip: '10.8.1.9' });
  await expect(late).rejects.toMatchObject(refusedWith('CODE_WRONG'));
  expect(await server.call(checkMailCode, { code, address }, { ip: '10.7.0.9' })).toBe('Verified.');
});
