// Only the owner can step a session up; the step-up ends after five minutes by the database's clock, even when the
// clock of the process is wrong, and it replaces the token.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getStepUp, stepUp } from '@halyard/contract/security/stepUpCalls';
import { logIn, getUser } from '@halyard/contract/user/calls';
import { listSessions, revokeSessions } from '@halyard/contract/security/calls';
import { proofOf } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const WRONG_BY_MS = 10 * 60_000;

describe.each(await testEnginesByNight())('step-up on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, isSandbox: false });
  });
  afterAll(() => server.close());

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  const age = (user: TestUser, seconds: number) =>
    server.db.execute(
      sql`update sessions set proved_at = clock_timestamp() - ${seconds}::int * interval '1 second' where user_id = ${user.id}`,
    );
  /** Another session of a user, with a password login and no step-up. */
  async function logInAgain({ address, password }: TestUser): Promise<string> {
    return server.call(logIn, { kind: 'email', address, password });
  }
  const endOthers = (token: string) => codeOf(server.call(revokeSessions, { others: true }, { token }));

  it('is valid for five minutes by the database’s clock', async () => {
    const user = await server.registerUser();
    await age(user, 299);
    expect(await endOthers(user.token)).toBe('done');
    await age(user, 301);
    expect(await endOthers(user.token)).toBe('PROOF_REQUIRED');
    expect(await server.call(getStepUp, {}, { token: user.token })).toEqual({
      until: null,
      methods: ['password_code'],
    });
  });

  it.each([-WRONG_BY_MS, WRONG_BY_MS])('does not use the process’s clock: wrong by %i ms', async (byMs) => {
    const wrong = await startTestServer({ engine, isSandbox: false, clock: createTestClock(Date.now() + byMs) });
    try {
      const user = await wrong.registerUser();
      const set = (seconds: number) =>
        wrong.db.execute(
          sql`update sessions set proved_at = clock_timestamp() - ${seconds}::int * interval '1 second'`,
        );
      const end = () => codeOf(wrong.call(revokeSessions, { others: true }, { token: user.token }));
      await set(299);
      expect(await end()).toBe('done');
      await set(301);
      expect(await end()).toBe('PROOF_REQUIRED');
    } finally {
      await wrong.close();
    }
  });

  it('comes with registration, and not with a password alone', async () => {
    const user = await server.registerUser();
    const { until } = await server.call(getStepUp, {}, { token: user.token });
    expect(until).not.toBeNull();
    const again = await logInAgain(user);
    expect((await server.call(getStepUp, {}, { token: again })).until).toBeNull();
    expect(await endOthers(again)).toBe('PROOF_REQUIRED');
  });

  it('gives the same session another token, whose first use invalidates the old one', async () => {
    const user = await server.registerUser();
    const token = await logInAgain(user);
    const [before] = await server.call(listSessions, {}, { token });
    const proof = await proofOf(server, { ...user, token });
    const { token: renewed } = await server.call(stepUp, proof, { token });
    expect(renewed).not.toBe(token);
    const [after] = await server.call(listSessions, {}, { token: renewed });
    expect(await codeOf(server.call(getUser, {}, { token }))).toBe('NOT_LOGGED_IN');
    expect(after?.id).toBe(before?.id);
    expect(await endOthers(renewed)).toBe('done');
    // The code is used up and cannot be used twice.
    expect(await codeOf(server.call(stepUp, proof, { token: renewed }))).toBe('CODE_WRONG');
  });

  it('leaves the old token a session without a step-up when its answer is lost', async () => {
    const user = await server.registerUser();
    const token = await logInAgain(user);
    const { token: lost } = await server.call(stepUp, await proofOf(server, { ...user, token }), { token });
    expect(await codeOf(server.call(getUser, {}, { token }))).toBe('done');
    expect((await server.call(getStepUp, {}, { token })).until).toBeNull();
    expect(await endOthers(token)).toBe('PROOF_REQUIRED');

    const { token: renewed } = await server.call(stepUp, await proofOf(server, { ...user, token }), { token });
    const uses = [renewed, renewed, renewed].map((used) => endOthers(used));
    expect(await Promise.all(uses)).toEqual(['done', 'done', 'done']);
    for (const ended of [token, lost])
      expect(await codeOf(server.call(getUser, {}, { token: ended }))).toBe('NOT_LOGGED_IN');
  });

  it('makes only the session wait that guesses the password', async () => {
    const user = await server.registerUser();
    const thief = await logInAgain(user);
    const guess = () => codeOf(server.call(stepUp, { loginPassword: 'x', code: '000000' }, { token: thief }));
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toBe('PASSWORD_WRONG');
    expect(await guess()).toBe('RATE_LIMITED');
    const proof = await proofOf(server, user);
    await server.call(stepUp, proof, { token: user.token });
  });

  it('limits guesses of passwords and codes', async () => {
    const user = await server.registerUser();
    const token = await logInAgain(user);
    const { loginPassword, code } = await proofOf(server, { ...user, token });
    const wrongCode = code === '000000' ? '000001' : '000000';
    const prove = (given: object) => codeOf(server.call(stepUp, given, { token }));
    expect(await prove({})).toBe('PASSWORD_REQUIRED');
    expect(await prove({ loginPassword })).toBe('CODE_REQUIRED');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await prove({ loginPassword, code: wrongCode })).toBe('CODE_WRONG');
    expect(await prove({ loginPassword, code })).toBe('CODE_WRONG');
    for (let tries = 0; tries < 5; tries += 1) expect(await prove({ loginPassword: 'x', code })).toBe('PASSWORD_WRONG');
    expect(await prove({ loginPassword, code })).toBe('RATE_LIMITED');
    expect(await endOthers(token)).toBe('PROOF_REQUIRED');
  });
});
