// Two server processes on one PostgreSQL lead one live feed: the leader is killed and frozen in turn, and the other one
// goes on within 5 s of prices. No second has two prices, and none is before the one before it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../../db/connect.ts';
import { rowsOf } from '../../../db/database.ts';
import { createExchangeProcess, type ExchangeProcess } from '../../../testing/crash/exchangeProcess.ts';
import { createFakeVenue, type FakeVenue } from '../../../testing/fakeVenue.ts';
import { createPostgresDatabase, testEngines } from '../../../testing/testDatabase.ts';

const GAP_MAX_S = 5;
const STEP_S = 6;
const PATIENCE = { interval: 100 };

describe.runIf((await testEngines()).includes('postgres'))('the live feed of two nodes', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let dataDir: string;
  let database: OpenDatabase;
  let venues: readonly FakeVenue[];
  let nodes: readonly ExchangeProcess[];
  beforeAll(async () => {
    place = await createPostgresDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-live-'));
    venues = await Promise.all(['kraken', 'okx', 'coinbase'].map(createFakeVenue));
    for (const venue of venues) {
      const symbol = venue.name === 'kraken' ? 'BTC/USDT' : 'BTC-USDT';
      venue.repeat([{ symbol, bid: '99.9', ask: '100.1' }]);
    }
    const env = {
      DATABASE_URL: place.url,
      FEED: 'live:kraken,okx,coinbase',
      LIVE_TERMS_ACCEPTED: 'yes',
      LIVE_URLS: venues.map(({ name, origin }) => `${name}=${origin}`).join(','),
      LOG_LEVEL: 'silent',
    };
    nodes = await Promise.all([createExchangeProcess(dataDir, env), createExchangeProcess(dataDir, env)]);
    for (const node of nodes) await node.start();
    database = await openDatabase({ databaseUrl: place.url });
  });
  afterAll(async () => {
    for (const node of nodes) {
      node.thaw();
      await node.kill();
    }
    await Promise.all(venues.map((venue) => venue.close()));
    await database.close();
    await place.drop();
    await rm(dataDir, { recursive: true });
  });

  const seconds = async () =>
    (
      await rowsOf<{ second: number }>(
        database.db,
        sql`select extract(epoch from t.at)::integer as second from ticks t join price_series s on s.id = t.series_id
          where s.source = 'live' order by t.seq`,
      )
    ).map(({ second }) => second);
  const goesOn = async () => {
    const reached = (await seconds()).at(-1) ?? 0;
    await vi.waitFor(async () => expect((await seconds()).at(-1)).toBeGreaterThan(reached + STEP_S), PATIENCE);
  };
  const readLease = async () =>
    (await rowsOf<{ lease: string }>(database.db, sql`select lease::text as lease from jobs where kind = 'feed'`))[0]
      ?.lease;

  it('has no second twice and no gap over 5 s when its leader is killed or frozen', async () => {
    await goesOn();
    const leases = new Set([await readLease()]);
    for (const node of nodes) {
      await node.kill();
      await goesOn();
      leases.add(await readLease());
      await node.start();
      node.freeze();
      await goesOn();
      leases.add(await readLease());
      node.thaw();
      await goesOn();
    }
    // Otherwise none of them led when it was killed.
    expect(leases.size).toBeGreaterThan(1);
    const all = await seconds();
    const gaps = all.slice(1).map((second, index) => second - (all[index] ?? 0));
    expect(Math.min(...gaps)).toBe(1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(GAP_MAX_S);
  });
});
