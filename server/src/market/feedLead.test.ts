// One node of all runs the feed. On PostgreSQL a second node waits, and takes over when the first stops or loses its
// connection.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { systemClock, type Clock } from '../clock.ts';
import { openDatabase, type OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { createJobRunner } from '../jobs/jobRunner.ts';
import { createPostgresDatabase, openTestDatabase, testEnginesByNight } from '../testing/testDatabase.ts';
import { createFeedLead } from './feedLead.ts';
import { FeedSetupError, type FeedSource } from './feeds/feed.ts';
import { listMarketRecords } from './marketRecord.ts';

const events: EventBus = {
  publish: () => undefined,
  subscribe: () => () => undefined,
  flush: async () => undefined,
  isConnected: () => true,
  close: async () => undefined,
};
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: vi.fn<(...line: unknown[]) => void>(),
};
const TAKEOVER = { interval: 50 };

// A price every tenth of a second, with the name of its node in the state.
function tenths(node: string, symbols: readonly string[] = ['BTC/USDT']): FeedSource {
  const advance: Awaited<ReturnType<FeedSource['open']>>['markets'][number]['advance'] = (position, untilMs) => {
    const { lastAtMs = 0 } = position;
    if (lastAtMs >= untilMs) return { ticks: [], state: { node }, nextAtMs: lastAtMs + 100 };
    const tick = { at: new Date(untilMs).toISOString(), price: decimal('5'), quantity: decimal('1') };
    return { ticks: [tick], state: { node }, nextAtMs: untilMs + 100 };
  };
  const markets = symbols.map((symbol) => ({ symbol, identity: 'test', initialState: {}, advance }));
  return { open: async () => ({ source: 'simulated', speed: 1, markets }) };
}

const runnerOn = ({ db }: OpenDatabase, source: FeedSource, clock: Clock = systemClock) => {
  const deps = { db, events, clock, log };
  const feed = createFeedLead({ ...deps, source });
  const runner = createJobRunner({ ...deps, jobs: [feed.job] });
  return {
    start: () => {
      runner.start();
      return feed.ready();
    },
    stop: () => runner.stop(),
  };
};

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

  it('opens the market at the start, and continues automatically', async () => {
    const runner = runnerOn(database, tenths('only'));
    await runner.start();
    const [market] = await listMarketRecords(database.db);
    expect(market?.status).toBe('trading');
    await vi.waitFor(async () => expect((await standing(database)).seq).toBeGreaterThan(3), TAKEOVER);
    await runner.stop();
  });

  it('follows a market that is listed while it runs, and leaves one that has ended', async () => {
    await database.db.execute(
      sql`update markets set delisted_at = now(), status = 'feed-ended' where symbol = 'ETH/USDT'`,
    );
    const runner = runnerOn(database, tenths('only', ['BTC/USDT', 'ETH/USDT', 'NEW/USDT']));
    await runner.start();
    const stateOf = async (wanted: string) =>
      (await listMarketRecords(database.db)).find(({ symbol }) => symbol === wanted);
    await vi.waitFor(async () => expect((await stateOf('BTC/USDT'))?.status).toBe('trading'), TAKEOVER);
    expect(await stateOf('ETH/USDT')).toMatchObject({ status: 'feed-ended', isDelisted: true, reference: undefined });
    await database.db.execute(sql`insert into currencies (id, name) values (99, 'NEW')`);
    await database.db.execute(
      sql`insert into markets (symbol, base_id, quote_id, price_precision, quantity_precision, min_quantity, min_notional,
          maker_fee_rate, taker_fee_rate, ladder_levels, ladder_half_spread, ladder_step, ladder_level_notional,
          is_displayed, status)
        select 'NEW/USDT', 99, quote_id, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, false, 'feed-stalled'
        from markets where symbol = 'BTC/USDT'`,
    );
    await vi.waitFor(
      async () => expect(await stateOf('NEW/USDT')).toMatchObject({ status: 'trading', isDisplayed: true }),
      TAKEOVER,
    );
    await runner.stop();
    await database.db.execute(sql`update markets set delisted_at = null where symbol = 'ETH/USDT'`);
  });

  it('does not start with a setting that can never work', async () => {
    const hopeless: FeedSource = { open: async () => Promise.reject(new FeedSetupError('The file is not a file.')) };
    const runner = runnerOn(database, hopeless);
    await expect(runner.start()).rejects.toThrow('The file is not a file.');
    await runner.stop();
    await database.db.execute(sql`delete from jobs`);
  });

  it('lets the server start after a brief database failure, and retries', async () => {
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

describe.runIf((await testEnginesByNight()).includes('postgres'))('the feed of several nodes', () => {
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

  it.each(isThorough ? [90_000, -90_000, 600_000] : [90_000, -90_000])(
    'is taken over from a node whose clock jumps by %d ms',
    async (offMs) => {
      const clock = { offMs: 0, nowMs: () => Date.now() + clock.offMs };
      const [north, south] = [runnerOn(first, tenths('north'), clock), runnerOn(second, tenths('south'))];
      await north.start();
      await south.start();
      await vi.waitFor(async () => expect((await standing(second)).node).toBe('north'), TAKEOVER);
      clock.offMs = offMs;
      await vi.waitFor(async () => expect((await standing(second)).node).toBe('south'), TAKEOVER);
      const [last] = await rowsOf(
        second.db,
        sql`select max(at) < clock_timestamp() + interval '1 second' as is_of_now from ticks`,
      );
      expect(last).toEqual({ is_of_now: true });
      await Promise.all([north.stop(), south.stop()]);
    },
  );

  it('is taken over from an unresponsive node, which writes no more when it resumes', async () => {
    let begun = () => undefined as void;
    const isOpen = new Promise<void>((resolve) => (begun = resolve));
    let comeBack = () => undefined as void;
    const frozen = new Promise<void>((resolve) => (comeBack = resolve));
    // Blocked between the lease and the first write, for longer than the lease lasts.
    const held: FeedSource = {
      open: async (db, nowMs) => {
        begun();
        await frozen;
        return tenths('north').open(db, nowMs);
      },
    };
    log.error.mockClear();
    const north = runnerOn(first, held);
    const ready = north.start();
    await isOpen;
    // As if its renewals failed too: the lease has ended.
    await second.db.execute(sql`update jobs set leased_until = now() - interval '1 second', lease = gen_random_uuid()`);
    const south = runnerOn(second, tenths('south'));
    await south.start();
    await vi.waitFor(async () => expect((await standing(second)).node).toBe('south'), TAKEOVER);
    comeBack();
    await ready;
    const { seq } = await standing(second);
    await vi.waitFor(async () => expect((await standing(second)).seq).toBeGreaterThan(seq + 5), TAKEOVER);
    expect((await standing(second)).node).toBe('south');
    await north.stop();
    await south.stop();
    expect(log.error).not.toHaveBeenCalled();
  });

  it('is not considered led because of a crashed node’s lease', async () => {
    const at = new Date().toISOString();
    await first.db.execute(
      sql`insert into jobs (kind, key, due_at, lease, leased_until) values ('feed', 'only', ${at}, gen_random_uuid(), now() + interval '1 second')
        on conflict (kind, key) do update set due_at = excluded.due_at, lease = excluded.lease, leased_until = excluded.leased_until`,
    );
    const north = runnerOn(first, tenths('north again'));
    await north.start();
    expect((await standing(first)).node).toBe('north again');
    await north.stop();
  });
});
