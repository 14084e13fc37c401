// The whole life of an account is the same on every supported database engine.
import { describe, expect, test } from 'vitest';
import { readOutbox } from '@halyard/contract/sandbox/calls';
import {
  checkMailCode,
  getUser,
  logIn,
  logOut,
  registerUser,
  resetPassword,
  sendMailCode,
} from '@halyard/contract/user/calls';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { codeIn, startTestServer, TEST_PASSWORD } from '../../testing/testServer.ts';

const NEW_PASSWORD = 'a louder harbour';

describe.each(await testEnginesByNight())('on %s', (engine) => {
  test('an account is opened, used, recovered and logged out', async () => {
    const clock = createTestClock();
    const server = await startTestServer({ engine, clock });
    const address = 'life@example.com';
    await server.call(sendMailCode, { address, purpose: 'register' });
    const code = codeIn(server.messages.at(-1));
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = Array.from({ length: 4 }, () => server.call(checkMailCode, { code: wrong, address }));
    expect((await Promise.allSettled(guesses)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await server.call(checkMailCode, { code })).toBe('Verified.');
    const registration = {
      kind: 'email',
      address,
      code,
      password: TEST_PASSWORD,
      passwordRepeat: TEST_PASSWORD,
    } as const;
    const attempts = await Promise.allSettled(Array.from({ length: 3 }, () => server.call(registerUser, registration)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

    const token = await server.call(logIn, { address, password: TEST_PASSWORD });
    clock.advance(120_000);
    expect(await server.call(getUser, {}, { token })).toMatchObject({ email: address });
    expect(await server.call(readOutbox, { address })).toHaveLength(1);

    const sent = await Promise.allSettled(
      [1, 2, 3].map(() => server.call(sendMailCode, { address, purpose: 'forget' })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reset = {
      address,
      code: codeIn(server.messages.at(-1)),
      password: NEW_PASSWORD,
      passwordRepeat: NEW_PASSWORD,
    };
    await server.call(resetPassword, reset);
    await expect(server.call(getUser, {}, { token })).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });

    const newToken = await server.call(logIn, { address, password: NEW_PASSWORD });
    await server.call(logOut, {}, { token: newToken });
    await expect(server.call(getUser, {}, { token: newToken })).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    await server.close();
  });
});
