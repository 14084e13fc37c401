// Reset of a lost second factor through the real app: requested with password and code, reviewed, and applied after its
// wait by the database's clock unless the owner cancels it.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelFactorReset,
  listFactors,
  requestFactorReset,
  sendFactorResetCode,
} from '@halyard/contract/security/factorCalls';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { codeIn, startTestServer, type TestServer } from '../../testing/testServer.ts';
import { enter, openProtected, type Protected } from '../../testing/twoStepLogin.ts';
import { createFactorResetJob, reviewReset } from './factorReset.ts';

const REVIEWER = { name: 'olga' };
const clock = createTestClock();
const refusedWith = (code: string) => ({ code });

let server: TestServer;
let user: Protected;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

describe('a lost second factor', () => {
  const lost = async () => {
    const { address, password } = user;
    await server.call(sendFactorResetCode, { address, password });
    const code = codeIn(server.messages.findLast(({ address: to, body }) => to === address && /\b\d{6}\b/.test(body)));
    return server.call(requestFactorReset, { address, password, code });
  };
  const idOf = async () =>
    (
      await rowsOf<{ id: number }>(server.db, sql`select max(id) as id from factor_resets where user_id = ${user.id}`)
    )[0]?.id ?? 0;
  /** Result of the job at this moment. */
  const run = async () => {
    const key = String(await idOf());
    return server.db.transaction((tx) => createFactorResetJob({ clock }).run(tx, { key, payload: {}, failures: 0 }));
  };
  const approve = async () => reviewReset(server, { id: await idOf(), decision: 'approve' }, REVIEWER);
  const waited = (interval: string) =>
    server.db.execute(
      sql`update factor_resets set effective_at = effective_at - ${interval}::interval where user_id = ${user.id}`,
    );

  beforeEach(async () => {
    user = await openProtected(server);
  });

  it('needs password and code, and is removed 72 hours after the approval by the database’s clock', async () => {
    const { address, password } = user;
    const stranger = server.call(requestFactorReset, { address, password: 'a loud harbour', code: '000000' });
    await expect(stranger).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
    await expect(server.call(requestFactorReset, { address, password, code: '000000' })).rejects.toMatchObject(
      refusedWith('CODE_WRONG'),
    );
    await lost();
    expect((await server.call(listFactors, {}, user)).reset).toMatchObject({ status: 'pending', effectiveAt: null });
    expect(await run()).toBe('done');
    expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
    await approve();
    await waited('71 hours 59 minutes');
    expect(await run()).toMatchObject({ againInMs: expect.any(Number) });
    expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
    await waited('1 minute');
    expect(await run()).toBe('done');
    expect(await enter(server, user)).toBe('in');
    const kinds = await rowsOf<{ kind: string }>(
      server.db,
      sql`select facts ->> 'kind' as kind from user_events where user_id = ${user.id} and facts ->> 'kind' like 'factor%'
        order by id`,
    );
    expect(kinds.map(({ kind }) => kind).slice(-3)).toEqual([
      'factor_reset_requested',
      'factor_reset_approved',
      'factor_removed',
    ]);
  });

  it('is cancelled by a logged-in user, also after its approval', async () => {
    await lost();
    await approve();
    await server.call(cancelFactorReset, {}, user);
    await waited('73 hours');
    expect(await run()).toBe('done');
    expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
    await expect(server.call(cancelFactorReset, {}, user)).rejects.toMatchObject(refusedWith('FACTOR_RESET_NONE'));
    await expect(approve()).rejects.toMatchObject({ cause: 'not-pending' });
  });

  it('stays when the reset is rejected', async () => {
    await lost();
    const rejected = { id: await idOf(), decision: 'reject', reason: 'Nobody answered the call.' } as const;
    await reviewReset(server, rejected, REVIEWER);
    expect((await server.call(listFactors, {}, user)).reset).toBeNull();
    expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
  });
});
