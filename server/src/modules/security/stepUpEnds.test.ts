// A thief's step-up by the mailbox alone ends when the owner adds a second factor.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStepUp } from '@halyard/contract/security/stepUpCalls';
import { removeTotp } from '@halyard/contract/security/factorCalls';
import { changePassword } from '@halyard/contract/security/calls';
import { logIn } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { codeAt, forgetSteps, openProtected, prove, atOneStep } from '../../testing/twoStepLogin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a change of factors ends the step-up of other sessions, and keeps that of its own', async () => {
  const owner = await openProtected(server);
  const other = await atOneStep(server, async (step) => {
    await forgetSteps(server, owner);
    const { address, password, secret } = owner;
    return server.call(logIn, { address, password, secondFactor: codeAt(secret, step) });
  });
  await prove(server, owner);
  const until = async (token: string) => (await server.call(getStepUp, {}, { token })).until;
  expect(await until(other)).not.toBeNull();
  await server.call(removeTotp, {}, owner);
  expect(await until(other)).toBeNull();
  expect(await until(owner.token)).not.toBeNull();
});

test('a new password, set with the factor, cancels a factor reset that was requested before', async () => {
  const owner = await openProtected(server);
  await server.db.execute(
    sql`insert into factor_resets (user_id, wait_hours, status, effective_at)
      values (${owner.id}, 72, 'approved', now() + interval '72 hours')`,
  );
  await prove(server, owner);
  await server.call(changePassword, { oldPassword: owner.password, password: 'a louder harbour' }, owner);
  const resets = await rowsOf(server.db, sql`select status from factor_resets where user_id = ${owner.id}`);
  expect(resets).toEqual([{ status: 'cancelled' }]);
  const cancelled = await rowsOf(
    server.db,
    sql`select 1 as cancelled from user_events where user_id = ${owner.id} and facts ->> 'kind' = 'factor_reset_cancelled'`,
  );
  expect(cancelled).toHaveLength(1);
});
