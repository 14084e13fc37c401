// Proves that price alerts fire once each where two nodes run on one PostgreSQL, and go on when the one that leads
// stops.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { createDueRunner } from '../../due/dueRunner.ts';
import { openAlertDesk, quiet } from '../../testing/alertDesk.ts';
import { insertUsers } from '../../testing/ledgerFixtures.ts';
import { openTestNodes, testEnginesByNight } from '../../testing/testDatabase.ts';
import { createSweepAlertsKind } from './sweepAlerts.ts';
import { createWakeKind } from './wakeKind.ts';

describe.runIf((await testEnginesByNight()).includes('postgres'))('price alerts on two nodes', () => {
  it('fire once each, whichever node sees the tick', async () => {
    const databases = await openTestNodes(2);
    const [first] = databases;
    const desk = await openAlertDesk(first.db);
    const nodes = databases.map(({ db }) => {
      const deps = { ...desk.deps, db };
      const kinds = [createSweepAlertsKind({ ...deps, onError: quiet.error }), createWakeKind()];
      return createDueRunner({ ...deps, log: quiet, kinds });
    });
    for (const node of nodes) node.start();
    await desk.tick('100');
    const users = await insertUsers(first.db, 40);
    for (const [index, user] of users.entries()) await desk.set(user, { value: `${101 + index}` });
    for (let price = 100; price <= 120; price += 1) await desk.tick(String(price));
    const countTold = async () =>
      (await rowsOf(first.db, sql`select 1 from user_events where subject = 'alert'`)).length;
    await expect.poll(countTold, { timeout: 20_000 }).toBe(20);
    // The one that leads stops, the other goes on.
    await nodes[0]?.stop();
    await desk.tick('141', '100');
    await expect.poll(countTold, { timeout: 20_000 }).toBe(40);
    await nodes[1]?.stop();
    expect(await countTold()).toBe(40);
    await first.close();
  });
});
