// Proves the live feed through the log that every feed writes: one price a second of what had come by then, none of too
// few venues, the market stalled without one, and what a faulty venue can and cannot do.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { add, decimal } from '@halyard/contract/money';
import { rowsOf } from '../../../db/database.ts';
import { createFeedHarness, type FeedHarness } from '../../../testing/feedHarness.ts';
import { createLiveVenues, type LiveVenues } from '../../../testing/liveVenues.ts';
import type { FeedSession } from '../../feedSession.ts';
import { listMarketRecords } from '../../marketRecord.ts';
import { createLiveSource, type LiveSettings, type LiveSource } from './live.ts';

const START_MS = Date.UTC(2026, 10, 21, 10, 0, 0, 0);
const BTC = 'BTC/USDT';
const THREE = ['binance', 'kraken', 'coinbase'];

let harness: FeedHarness;
let source: LiveSource;
let session: FeedSession;
let venues: LiveVenues;

const begin = async (names: readonly string[] = THREE, change: Partial<LiveSettings> = {}) => {
  venues = createLiveVenues(names, change);
  const { db, clock, log, events } = harness;
  source = await createLiveSource(venues.settings, { db, clock, log, events, open: venues.open });
  session = await harness.startFeed(source);
};
const bitcoin = async () => {
  const market = (await listMarketRecords(harness.db)).find(({ symbol }) => symbol === BTC);
  if (market === undefined) throw new Error('no market');
  return market;
};
type TickRow = { readonly second: number; readonly price: string };
/** The ticks of the series that the market follows; seconds from the start. */
const ticks = async (): Promise<TickRow[]> =>
  (
    await rowsOf<{ ms: string; price: string }>(
      harness.db,
      sql`select (extract(epoch from t.at) * 1000)::bigint::text as ms, t.price::text as price
        from ticks t join markets m on m.series_id = t.series_id where m.symbol = ${BTC} order by t.seq`,
    )
  ).map(({ ms, price }) => ({ second: (Number.parseInt(ms, 10) - START_MS) / 1000, price: decimal(price) }));
/** One second with quotes, and the step at its end. */
const second = async (say: () => void) => {
  harness.clock.advance(600);
  say();
  harness.clock.advance(400);
  await session.step();
};
const all = (bid = '99.9', ask = '100.1', except: readonly string[] = []) => venues.sayAll(BTC, bid, ask, except);

beforeEach(async () => {
  harness = await createFeedHarness(START_MS);
});
afterEach(async () => {
  source.close();
  await harness.close();
});

describe('the live feed', () => {
  it('says one price a second, which the market trades on', async () => {
    await begin();
    await second(all);
    await second(() => all('101.9', '102.1'));
    // Nothing new came, and nothing is too old.
    await second(() => undefined);
    await session.step();
    expect(await ticks()).toEqual([
      { second: 1, price: '100' },
      { second: 2, price: '102' },
      { second: 3, price: '102' },
    ]);
    expect(await bitcoin()).toMatchObject({ status: 'trading', source: 'live', isDisplayed: true });
    expect(source.describe()).toContain(
      'Live prices of binance, coinbase, kraken: BTC/USDT binance 1.4 s 0.196 %, kraken 1.4 s 0.196 %, coinbase 1.4 s',
    );
    expect(source.describe()).toContain('; ETH/USDT no quote');
  });

  it('follows a market that is listed while it runs, also on a node that does not lead', async () => {
    await begin();
    const { db, events } = harness;
    await db.execute(sql`insert into currencies (id, name) values (99, 'NEW')`);
    await db.execute(
      sql`insert into markets (symbol, base_id, quote_id, price_precision, quantity_precision, min_quantity, min_notional,
          maker_fee_rate, taker_fee_rate, ladder_levels, ladder_half_spread, ladder_step, ladder_level_notional,
          is_displayed, status)
        select 'NEW/USDT', 99, quote_id, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, false, 'feed-stalled'
        from markets where symbol = 'BTC/USDT'`,
    );
    events.publish({ type: 'markets-changed' });
    await expect.poll(() => source.symbolsAt('binance').get('NEW/USDT')).toBe('NEWUSDT');
    venues.say('binance', 'NEW/USDT', '9', '11');
    expect(source.venuesOf('NEW/USDT')).toContainEqual(
      expect.objectContaining({ name: 'binance', bid: '9', ask: '11' }),
    );
  });

  it('says no price of a single venue, and the market is closed after 30 s', async () => {
    await begin();
    await second(all);
    for (let passed = 0; passed < 30; passed += 1) await second(() => venues.say('kraken', BTC, '99.9', '100.1'));
    // Quotes of the other two counted for 5 s.
    expect((await ticks()).at(-1)?.second).toBe(5);
    expect((await bitcoin()).status).toBe('trading');
    for (let passed = 0; passed < 6; passed += 1) await second(() => venues.say('kraken', BTC, '99.9', '100.1'));
    expect((await bitcoin()).status).toBe('feed-stalled');
    await second(all);
    expect((await bitcoin()).status).toBe('trading');
    expect((await ticks()).at(-1)).toEqual({ second: 38, price: '100' });
  });

  it('makes the price of a second of what had come by then, also when it is late by up to 3 s', async () => {
    await begin();
    await second(all);
    harness.clock.advance(900);
    all('101.9', '102.1');
    harness.clock.advance(1000);
    all('103.9', '104.1');
    harness.clock.advance(700);
    all('105.9', '106.1');
    await session.step();
    harness.clock.advance(8000);
    all('107.9', '108.1');
    await session.step();
    harness.clock.advance(400);
    await session.step();
    expect(await ticks()).toEqual([
      { second: 1, price: '100' },
      { second: 2, price: '102' },
      { second: 3, price: '104' },
      // At 11.6 s the seconds from 8 on are computed; older ones stay missing.
      { second: 8, price: '106' },
      { second: 12, price: '108' },
    ]);
  });

  it('has the trades since the last price as its volume, each once, rounded down', async () => {
    await begin();
    await second(() => {
      // Before its first quote a line may still replace another one.
      venues.trade('binance', BTC, '7');
      all();
      venues.trade('binance', BTC, '0.25');
      venues.trade('kraken', BTC, '0.5000000009');
    });
    // A second without a price, and one with it.
    venues.trade('coinbase', BTC, '1');
    harness.clock.advance(8000);
    await session.step();
    await second(() => all());
    const rows = await rowsOf<{ quantity: string }>(
      harness.db,
      sql`select trim_scale(quantity)::text as quantity from ticks order by seq`,
    );
    expect(rows.map(({ quantity }) => quantity).slice(0, 1)).toEqual(['0.75']);
    expect(rows.map(({ quantity }) => decimal(quantity)).reduce((sum, one) => add(sum, one))).toBe('1.75');
  });

  it('needs a second that confirms a jump of more than 10 %', async () => {
    await begin();
    await second(all);
    await second(() => all('119.9', '120.1'));
    await second(all);
    await second(() => all('79.9', '80.1'));
    await second(() => all('80', '80.2'));
    expect(await ticks()).toEqual([
      { second: 1, price: '100' },
      { second: 3, price: '100' },
      { second: 5, price: '80.1' },
    ]);
  });

  it('goes on with its series after a restart, and begins another with other venues', async () => {
    await begin();
    await second(all);
    const first = (await bitcoin()).seriesId;
    source.close();
    await begin();
    await second(all);
    expect(await ticks()).toHaveLength(2);
    expect((await bitcoin()).seriesId).toBe(first);
    source.close();
    await begin(['binance', 'kraken']);
    await second(all);
    expect((await bitcoin()).seriesId).not.toBe(first);
    expect(await ticks()).toEqual([{ second: 3, price: '100' }]);
  });

  it('reads a market by the name that the operator gave, and hides one that too few venues have', async () => {
    await begin(THREE, {
      symbols: [
        { venue: 'kraken', market: BTC, symbol: 'XBT/USDT' },
        { venue: 'binance', market: 'ETH/USDT', symbol: undefined },
        { venue: 'kraken', market: 'ETH/USDT', symbol: undefined },
      ],
    });
    await second(() => {
      venues.say('kraken', 'XBT/USDT', '99.9', '100.1');
      venues.say('binance', BTC, '99.9', '100.1');
      venues.say('coinbase', BTC, '99.9', '100.1');
    });
    expect(await ticks()).toEqual([{ second: 1, price: '100' }]);
    const [row] = await rowsOf(harness.db, sql`select state from price_series where source = 'live' and last_seq > 0`);
    expect(row).toEqual({
      state: { model: 'median-1/2', venues: 'binance,coinbase,kraken', minSources: 2, sources: 3 },
    });
    expect((await listMarketRecords(harness.db)).find(({ symbol }) => symbol === 'ETH/USDT')?.isDisplayed).toBe(false);
  });

  it('refuses names of markets and venues that are not there', async () => {
    const symbols = (venue: string, market: string) => ({ symbols: [{ venue, market, symbol: 'X' }] });
    await begin();
    await expect(begin(THREE, symbols('kraken', 'FOO/USDT'))).rejects.toThrow('LIVE_SYMBOLS names FOO/USDT');
    await expect(begin(THREE, symbols('okx', BTC))).rejects.toThrow('LIVE_SYMBOLS names okx');
  });
});

describe('a faulty venue of three', () => {
  const price = async (say: () => void) => {
    await begin();
    await second(() => all('99', '99.2'));
    await second(say);
    return (await ticks()).find(({ second: at }) => at === 2)?.price;
  };

  it.each([
    ['is 5 % off', () => venues.say('kraken', BTC, '104.9', '105.1')],
    ['has a crossed book', () => venues.say('kraken', BTC, '105', '104')],
    ['has an empty book', () => venues.say('kraken', BTC, '0', '0')],
    ['has a book of exponents that is 5 % off', () => venues.say('kraken', BTC, '1.049e2', '1051e-1')],
    ['says nothing any more', () => undefined],
    ['says garbage', () => venues.line('kraken').say('{"channel":"ticker","data":[{"symbol":"BTC/USDT","bid":1e999')],
    ['has ended', () => venues.line('kraken').drop()],
    [
      'has a clock that is wrong by an hour',
      () => venues.line('kraken').say('{"channel":"status","timestamp":"2026-11-21T11:00:00Z"}'),
    ],
  ])('does not move the price out of what the others say when it %s', async (_what, fault) => {
    const found = await price(() => {
      all('99.9', '100.1', ['kraken']);
      fault();
    });
    expect(found).toBe('100');
  });

  it('is left out once it has been frozen for 5 s', async () => {
    await begin();
    await second(all);
    const rise = (step: number) => () => all(`${100 + step / 10 - 0.1}`, `${100 + step / 10 + 0.1}`, ['kraken']);
    for (let step = 1; step <= 6; step += 1) await second(rise(step));
    const rows = await ticks();
    expect(rows).toHaveLength(7);
    const [state] = await rowsOf<{ sources: number }>(
      harness.db,
      sql`select (state ->> 'sources')::integer as sources from price_series where source = 'live' and last_seq > 0`,
    );
    expect(state?.sources).toBe(2);
  });

  it('moves the price by less than the others differ when it is 3 s late', async () => {
    await begin();
    const path = [100, 100.2, 100.4, 100.6, 100.8, 101];
    for (const [step, middle] of path.entries()) {
      await second(() => {
        const late = path[Math.max(0, step - 3)] ?? 100;
        venues.say('kraken', BTC, `${late - 0.1}`, `${late + 0.1}`);
        venues.say('binance', BTC, `${middle - 0.1}`, `${middle + 0.1}`);
        venues.say('coinbase', BTC, `${middle - 0.12}`, `${middle + 0.12}`);
      });
    }
    expect((await ticks()).map(({ price: found }) => found)).toEqual([
      '100',
      '100.2',
      '100.4',
      '100.6',
      '100.8',
      '101',
    ]);
  });

  it('makes no harm by 5,000 quotes a second', async () => {
    await begin();
    await second(() => {
      for (let count = 0; count < 5000; count += 1) venues.say('kraken', BTC, `99.${count + 1000}`, '100.1');
      all();
    });
    expect(await ticks()).toEqual([{ second: 1, price: '100' }]);
  });
});

it('says nothing when all venues are gone, and goes on when they are back', async () => {
  await begin();
  await second(all);
  for (const name of THREE) venues.line(name).drop();
  for (let passed = 0; passed < 40; passed += 1) await second(() => undefined);
  expect((await bitcoin()).status).toBe('feed-stalled');
  expect((await ticks()).at(-1)?.second).toBe(5);
  await second(all);
  expect((await bitcoin()).status).toBe('trading');
  expect((await ticks()).at(-1)).toEqual({ second: 42, price: '100' });
});
