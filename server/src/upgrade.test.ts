// The database of the previous version is taken over on both engines: its users see the same data, books and
// transparency log are right, open positions and orders continue, and so does trading.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listPositions } from '@halyard/contract/futures/calls';
import { listOptions } from '@halyard/contract/options/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { createHttpCaller, type HttpCaller } from '@halyard/contract/testing/httpCaller';
import { checkRestored } from './backup/restoredDatabase.ts';
import { rowsOf } from './db/database.ts';
import { leaveDumpedDatabase } from './testing/oldDatabase.ts';
import { orderRequest, SYMBOL } from './testing/spotMarket.ts';
import { createTestClock } from './testing/testClock.ts';
import { testEngines, type TestLocation } from './testing/testDatabase.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';
import { readFacts } from './testing/upgrade/facts.ts';
import { readUpgradeFixture } from './testing/upgrade/fixture.ts';

const PATIENCE = { interval: 50 };

const fixture = await readUpgradeFixture();

/** The version before called the futures account `contract` in its code; the wire has not changed. */
const renamed = (facts: unknown) =>
  JSON.parse(JSON.stringify(facts), (_key, value: unknown) => (value === 'contract' ? 'futures' : value)) as object;

describe.each(await testEngines())(`a database of version ${fixture.version} on %s`, (engine) => {
  let place: TestLocation;
  let dataDir: string;
  let server: TestServer;
  // Sessions end by the exchange's clock.
  const clock = createTestClock(Date.parse(fixture.at));
  let call: HttpCaller;
  beforeAll(async () => {
    place = await leaveDumpedDatabase(engine, fixture.statements);
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-upgrade-'));
    server = await startTestServer({ location: place.location, dataDir, clock });
    call = createHttpCaller(server.url);
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
    await rm(dataDir, { recursive: true });
  });

  const faults = async () => (await checkRestored(server.db, dataDir)).faults.filter((fault) => !/upload/.test(fault));

  it('shows its users the same data', async () => {
    // A newer version may show more; intended differences are listed here.
    expect(await readFacts(call, fixture.settled)).toMatchObject(renamed(fixture.facts));
  });

  /** Numbers of options, settled and open, by their rows and by the stored sums. */
  const optionNumbers = () =>
    rowsOf(
      server.db,
      sql`select count(settled_at)::int as settled, (count(*) - count(settled_at))::int as open from options union all
        select (select sum(won + lost + tied + voided)::int from option_results), (select sum(options)::int from option_sides)`,
    );

  it('has right books and the signed log', async () => {
    expect(await faults()).toEqual([]);
  });

  it('continues trading, and settles open positions and options', async () => {
    // Its market has other prices here, which closes positions and options.
    clock.advance(600_000);
    await server.feed.append(SYMBOL, { price: '20000' });
    for (const token of [fixture.settled, fixture.open]) await call(placeOrder, orderRequest('buy', '0.001'), token);
    await vi.waitFor(async () => {
      const [position] = (await call(listPositions, {}, fixture.open)).page.rows;
      const [option] = (await call(listOptions, {}, fixture.open)).rows;
      expect([position?.status, option?.status]).toEqual(['closed', 'closed']);
    }, PATIENCE);
    expect(await faults()).toEqual([]);
    expect(await optionNumbers()).toEqual([
      { settled: 2, open: 0 },
      { settled: 2, open: 0 },
    ]);
  });
});
