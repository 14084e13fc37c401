// Proves that the public log has the quotes of each live price, and that a follower of the log computes the same
// prices; a price that was changed in the database is found.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { followEntries, NOTHING_FOLLOWED } from '@halyard/contract/transparency/followEntries';
import { rowsOf } from '../../../db/database.ts';
import { readEntries } from '../../../transparency/logStore.ts';
import { createFeedHarness, type FeedHarness } from '../../../testing/feedHarness.ts';
import { createLiveVenues, type LiveVenues } from '../../../testing/liveVenues.ts';
import { usualEngine } from '../../../testing/testDatabase.ts';
import { openTestLog, type TestLog } from '../../../testing/testLog.ts';
import type { FeedSession } from '../../feedSession.ts';
import { appendTicks, type SeriesState } from '../../series.ts';
import { createLiveSource, type LiveSource } from './live.ts';

const MARKETS = ['BTC/USDT', 'ETH/USDT'];

let harness: FeedHarness;
let log: TestLog;
let venues: LiveVenues;
let source: LiveSource;
let session: FeedSession;
beforeEach(async () => {
  harness = await createFeedHarness(Date.UTC(2026, 10, 21, 10));
  const { db, clock, events } = harness;
  venues = createLiveVenues(['binance', 'kraken', 'okx']);
  source = await createLiveSource(venues.settings, { db, clock, events, log: harness.log, open: venues.open });
  session = await harness.startFeed(source);
  log = await openTestLog(db, clock);
});
afterEach(async () => {
  source.close();
  log.close();
  await harness.close();
});

const second = async (say: () => void) => {
  harness.clock.advance(600);
  say();
  harness.clock.advance(400);
  await session.step();
};
const texts = async () => (await readEntries(harness.db, 0, 1000)).map(({ text }) => text);
const follow = async () => followEntries(NOTHING_FOLLOWED, await texts(), (await log.head.read())?.origin ?? '');

it('has the quotes of every price, of several markets and of seconds that were logged together', async () => {
  const say = (cents: number) => () => {
    for (const market of MARKETS) venues.sayAll(market, `99.7${cents}`, `100.${cents}`);
  };
  await second(say(10));
  await log.advance();
  await second(say(11));
  await log.advance();
  // Two seconds that are logged together, the second of them computed late, and one venue away.
  await second(say(12));
  harness.clock.advance(6000);
  for (const market of MARKETS) venues.sayAll(market, '99.8', '100.2', ['okx']);
  harness.clock.advance(2000);
  await session.step();
  await log.advance();
  const { fault, warnings } = await follow();
  expect(fault).toBeUndefined();
  expect(warnings.every((warning) => /was sealed|late/.test(warning))).toBe(true);
  const all = (await texts()).join('');
  expect(all.match(/^series \d+ \d+\nbinance 9/gm)?.length).toBeGreaterThanOrEqual(MARKETS.length * 3);
  expect(all).toContain('okx stale\n');
  expect(await rowsOf(harness.db, sql`select * from tick_inputs`)).toEqual([]);
});

// The embedded database has one connection, so nothing happens between two statements of a transaction.
it.runIf((await usualEngine()) === 'postgres')(
  'has the quotes of a price that arrives while it is logged',
  async () => {
    for (let seconds = 0; seconds < 2; seconds += 1) {
      await second(() => venues.sayAll('BTC/USDT', '99.9', '100.1'));
      await log.advance();
    }
    const [series] = await rowsOf<{ id: number; state: SeriesState }>(
      harness.db,
      sql`select s.id, s.state from price_series s join markets m on m.series_id = s.id where m.symbol = 'BTC/USDT'`,
    );
    const { id = 0, state } = series ?? {};
    harness.clock.advance(1000);
    const atMs = harness.clock.nowMs();
    const at = new Date(atMs).toISOString();
    const quotes = ['binance', 'kraken', 'okx'].map((venue) => `${venue} 99.9 100.1 ${atMs}`).join('\n');
    let logging: Promise<void> | undefined;
    // The sequencer stops at its first read of ticks, after everything that it reads before.
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ticks in access exclusive mode`);
      logging = log.advance();
      await vi.waitFor(async () => {
        const blocked = await rowsOf(
          tx,
          sql`select from pg_locks where relation = 'ticks'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(blocked).toHaveLength(1);
      });
      const tick = { at, price: decimal('100'), quantity: decimal('1') };
      await appendTicks(tx, id, [tick], { state: state ?? {}, inputs: [quotes] });
    });
    await logging;
    harness.clock.advance(1000);
    await log.advance();
    expect((await texts()).join('')).toContain(`\n${atMs} 100 1\n`);
    expect((await follow()).fault).toBeUndefined();
  },
);

it('shows a price that is another one than its quotes make', async () => {
  await second(() => venues.sayAll('BTC/USDT', '99.9', '100.1'));
  await log.advance();
  await second(() => venues.sayAll('BTC/USDT', '99.9', '100.1'));
  // As the owner of the database can do it before the price is in the log.
  await harness.db.execute(sql`alter table ticks disable trigger user`);
  await harness.db.execute(sql`update ticks set price = 101 where seq = 2`);
  await log.advance();
  expect((await follow()).fault).toMatch(/seq 2 is 101, and its quotes make 100$/);
});
