// Holds and resets that a thief began do not pass while the owner has the account frozen.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freezeAccount } from '@halyard/contract/security/freezeCalls';
import { getWhitelist, setWhitelist } from '@halyard/contract/withdrawals/calls';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { freeze, liftFreeze } from './freeze.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, settings: { withdrawalHoldHours: HOLD_HOURS } });
});
afterAll(() => server.close());

const HOLD_HOURS = 24;

it('a freeze cancels a running wait before the whitelist turns off, and lets none begin', async () => {
  const { id, token } = await server.registerUser();
  const whitelist = () => server.call(getWhitelist, {}, { token });
  await server.call(setWhitelist, { isOn: true }, { token });
  await server.call(setWhitelist, { isOn: false }, { token });
  expect(await whitelist()).toMatchObject({ isOn: true, offAt: expect.any(String) });
  await server.call(freezeAccount, {}, { token });
  expect(await whitelist()).toMatchObject({ isOn: true, offAt: null });
  const kinds = sql`select facts ->> 'kind' as kind from user_events where user_id = ${id} order by id`;
  expect((await rowsOf<{ kind: string }>(server.db, kinds)).map(({ kind }) => kind)).toEqual([
    'whitelist_on',
    'whitelist_off_asked',
    'whitelist_on',
    'account_frozen',
  ]);
  await expect(server.call(setWhitelist, { isOn: false }, { token })).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
  expect(await server.call(setWhitelist, { isOn: true }, { token })).toMatchObject({ isOn: true });
});

it('a freeze leaves a whitelist off whose wait is over', async () => {
  const { id, token } = await server.registerUser();
  await server.db.execute(
    sql`update users set whitelist_on_at = now() - interval '2 days', whitelist_off_asked_at = now() - interval '1 day'
      where id = ${id}`,
  );
  await server.call(freezeAccount, {}, { token });
  expect(await server.call(getWhitelist, {}, { token })).toMatchObject({ isOn: false });
});

it('a freeze ends open resets, and no hold passes while it lasts', async () => {
  const { id } = await server.registerUser();
  await server.db.execute(sql`insert into factor_resets (user_id, wait_hours) values (${id}, 72)`);
  await freeze({ db: server.db, clock, holdHours: HOLD_HOURS }, id);
  const resets = sql`select status from factor_resets where user_id = ${id}`;
  expect(await rowsOf(server.db, resets)).toEqual([{ status: 'cancelled' }]);
  await server.db.execute(
    sql`update users set frozen_at = now() - interval '2 days', fund_password_at = now() - interval '1 day',
      factors_changed_at = now() - interval '3 days' where id = ${id}`,
  );
  await server.db.transaction((tx) => liftFreeze(tx, id));
  const ages = sql`select frozen_at is null as "isLifted", fund_password_at > now() - interval '1 hour' as "isNew",
      factors_changed_at > now() - interval '1 day' as "isMoved" from users where id = ${id}`;
  expect(await rowsOf(server.db, ages)).toEqual([{ isLifted: true, isNew: true, isMoved: false }]);
});
