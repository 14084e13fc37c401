// What is proved: one node of all runs the feed. On PostgreSQL a second node waits, and takes over when the first stops or loses its connection.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { systemClock } from '../clock.ts';
import { openDatabase, type OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import type { EventBus } from '../events.ts';
import { createPostgresDatabase, openTestDatabase, testEngines } from '../testing/testDatabase.ts';
import { acquireFeedLease } from './feedLease.ts';
import { createFeedRunner } from './feedRunner.ts';
import { FeedSetupError, type FeedSource } from './feeds/feed.ts';
import { listMarketRecords } from './marketRecord.ts';

const events: EventBus = { publish: () => undefined, subscribe: () => () => undefined, close: async () => undefined };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TAKEOVER = { timeout: 60_000, interval: 50 };

// A price every tenth of a second, with the name of the node that says it in the state.
function tenths(node: string): FeedSource {
  const advance: Awaited<ReturnType<FeedSource['open']>>['markets'][number]['advance'] = (position, untilMs) => {
    const atMs = Math.max(untilMs, position.lastAtMs ?? 0);
    const tick = { at: new Date(atMs).toISOString(), price: decimal('5'), quantity: decimal('1') };
    return { ticks: [tick], state: { node }, nextAtMs: untilMs + 100 };
  };
  const markets = [{ symbol: 'BTC/USDT', initialState: {}, advance }];
  return { open: async () => ({ source: 'simulated', identity: 'test', speed: 1, markets }) };
}

const runnerOn = ({ db, engine }: OpenDatabase, source: FeedSource) =>
  createFeedRunner({ db, engine, events, clock: systemClock, log, source });

async function standing({ db }: OpenDatabase): Promise<{ seq: number; node: string }> {
  const [row] = await rowsOf<{ seq: string; node: string }>(
    db,
    sql`select last_seq::text as seq, coalesce(state ->> 'node', '') as node from price_series`,
  );
  const seq = row?.seq ?? '0';
  return { seq: Number(seq), node: row?.node ?? '' };
}

describe('the feed of one process', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => database.close());

  it('has opened the market when it has started, and goes on by itself', async () => {
    const runner = runnerOn(database, tenths('only'));
    await runner.start();
    const [market] = await listMarketRecords(database.db);
    expect(market?.status).toBe('trading');
    await vi.waitFor(async () => expect((await standing(database)).seq).toBeGreaterThan(3), TAKEOVER);
    await runner.stop();
  });

  it('does not start when its setting can never work', async () => {
    const hopeless: FeedSource = { open: async () => Promise.reject(new FeedSetupError('The file is not a file.')) };
    await expect(runnerOn(database, hopeless).start()).rejects.toThrow('The file is not a file.');
  });

  it('lets the server start when the database failed for a moment, and tries again', async () => {
    let attempts = 0;
    const failing: FeedSource = {
      open: async () => {
        attempts += 1;
        throw new Error('the database does not answer');
      },
    };
    const runner = runnerOn(database, failing);
    await runner.start();
    expect(attempts).toBe(1);
    await runner.stop();
  });
});

describe.runIf((await testEngines()).includes('postgres'))('the feed of several nodes', () => {
  let close: () => Promise<void>;
  let first: OpenDatabase;
  let second: OpenDatabase;
  beforeAll(async () => {
    const { url, drop } = await createPostgresDatabase();
    first = await openDatabase({ databaseUrl: url });
    second = await openDatabase({ databaseUrl: url });
    close = async () => {
      await Promise.all([first.close(), second.close()]);
      await drop();
    };
  });
  afterAll(async () => close());

  it('is run by one of them, and by another when that one stops', async () => {
    const [north, south] = [runnerOn(first, tenths('north')), runnerOn(second, tenths('south'))];
    await north.start();
    await south.start();
    await vi.waitFor(async () => expect((await standing(second)).seq).toBeGreaterThan(5), TAKEOVER);
    expect((await standing(second)).node).toBe('north');
    await north.stop();
    await vi.waitFor(async () => expect((await standing(second)).node).toBe('south'), TAKEOVER);
    await south.stop();
  });

  it('is given up when the connection that holds the lease breaks', async () => {
    const lease = await acquireFeedLease(first);
    expect(lease?.isHeld()).toBe(true);
    expect(await acquireFeedLease(second)).toBeUndefined();
    await second.db.execute(
      sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => expect(lease?.isHeld()).toBe(false), TAKEOVER);
    const next = await acquireFeedLease(second);
    expect(next?.isHeld()).toBe(true);
    await next?.release();
    expect(next?.isHeld()).toBe(false);
  });
});
