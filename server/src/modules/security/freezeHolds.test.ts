// Holds and resets that a thief began do not pass while the owner has the account frozen.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { freeze, liftFreeze } from './freeze.ts';

const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

it('a freeze ends open resets, and no hold passes while it lasts', async () => {
  const { id } = await server.registerUser();
  await server.db.execute(sql`insert into factor_resets (user_id, wait_hours) values (${id}, 72)`);
  await freeze({ db: server.db, events: server.events, clock }, id);
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
