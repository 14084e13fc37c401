// Price alerts fire once each with two nodes on one PostgreSQL, and continue when the leading node stops.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { createJobRunner } from '../../jobs/jobRunner.ts';
import { openAlertDesk, quiet } from '../../testing/alertDesk.ts';
import { insertUsers } from '../../testing/ledgerFixtures.ts';
import { openTestNodes, testEnginesByNight } from '../../testing/testDatabase.ts';
import { createSweepAlertsJob, createWakeJob } from './index.ts';

describe.runIf((await testEnginesByNight()).includes('postgres'))('price alerts on two nodes', () => {
  it('fire once each, on either node', async () => {
    const databases = await openTestNodes(2);
    const [first] = databases;
    const desk = await openAlertDesk(first.db);
    const nodes = databases.map(({ db }) => {
      const deps = { ...desk.deps, db };
      const kinds = [createSweepAlertsJob({ ...deps, onError: quiet.error }), createWakeJob(deps)];
      return createJobRunner({ ...deps, log: quiet, jobs: kinds });
    });
    for (const node of nodes) node.start();
    await desk.tick('100');
    const users = await insertUsers(first.db, 40);
    for (const [index, user] of users.entries()) await desk.set(user, { value: `${101 + index}` });
    for (let price = 100; price <= 120; price += 1) await desk.tick(String(price));
    const countNotified = async () =>
      (await rowsOf(first.db, sql`select 1 from user_events where subject = 'alert'`)).length;
    await expect.poll(countNotified).toBe(20);
    // The leading node stops, the other one continues.
    await nodes[0]?.stop();
    await desk.tick('141', '100');
    await expect.poll(countNotified).toBe(40);
    await nodes[1]?.stop();
    expect(await countNotified()).toBe(40);
    await first.close();
  });
});
