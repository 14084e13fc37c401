// How an owner recovers an account that a thief froze with only a token, as docs/security.md describes.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askUnfreeze, freezeAccount, getAccountProtection } from '@halyard/contract/security/freezeCalls';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { revokeSessions } from '@halyard/contract/security/calls';
import { logIn } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { askWithdrawal, dropStepUp, openWithdrawer, proofOf } from '../../testing/funding.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { reviewUnfreeze } from './freeze.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('an owner recovers a frozen account by logging in, a step-up and ending the other session', async () => {
  const owner = await openWithdrawer(server);
  await dropStepUp(server, owner.id);
  const thief = { token: owner.token };
  await server.call(freezeAccount, {}, thief);
  await expect(server.call(askUnfreeze, {}, thief)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });

  const fresh = await server.call(logIn, { address: owner.address, password: owner.password });
  const proof = await proofOf(server, { ...owner, token: fresh });
  const { token } = await server.call(stepUp, proof, { token: fresh });
  await server.call(revokeSessions, { others: true }, { token });
  await expect(server.call(freezeAccount, {}, thief)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  await server.call(askUnfreeze, {}, { token });
  const [request] = await rowsOf<{ id: number }>(
    server.db,
    sql`select id from unfreeze_requests where user_id = ${owner.id} and status = 'pending'`,
  );
  await reviewUnfreeze(server, { id: request?.id ?? 0, decision: 'approve' }, { name: 'olga' });
  expect(await server.call(getAccountProtection, {}, { token })).toMatchObject({ isFrozen: false });
  expect(await askWithdrawal(server, { ...owner, token })).toMatchObject({ status: 'pending' });
});
