// A feed in charge: it suspends a market without prices, opens it again, isolates a failing market and retries it after
// growing delays, and publishes only new ticks.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import { SECOND_MS } from '@halyard/contract/time';
import { rowsOf } from '../db/database.ts';
import { haltLog, resumeLog } from '../transparency/cosigned.ts';
import { catchUp, createFeedHarness, type FeedHarness } from '../testing/feedHarness.ts';
import type { FeedMarket, FeedSource } from './feeds/feed.ts';
import { listMarketRecords } from './marketRecord.ts';

const START_MS = Date.UTC(2026, 7, 12, 9, 41);

let harness: FeedHarness;
beforeEach(async () => {
  harness = await createFeedHarness(START_MS);
});
afterEach(async () => harness.close());

// A price every second, from `firstMs` on, while `isOn` is true.
function everySecond(symbol: string, firstMs: number, isOn: (atMs: number) => boolean = () => true): FeedMarket {
  return {
    symbol,
    identity: 'test',
    initialState: {},
    advance: ({ lastAtMs = firstMs - SECOND_MS, state }, untilMs) => {
      const ticks = [];
      for (let atMs = lastAtMs + SECOND_MS; atMs <= untilMs; atMs += SECOND_MS) {
        if (isOn(atMs)) ticks.push({ at: new Date(atMs).toISOString(), price: decimal('5'), quantity: decimal('1') });
      }
      return { ticks, state, nextAtMs: untilMs + SECOND_MS };
    },
  };
}

function sourceOf(...markets: readonly FeedMarket[]): FeedSource {
  return { open: async () => ({ source: 'simulated', speed: 1, markets }) };
}

const marketOf = async (symbol: string) =>
  (await listMarketRecords(harness.db)).find((market) => market.symbol === symbol);
const publishedStatuses = (symbol: string) =>
  harness.published.filter((event) => event.type === 'market-status-changed' && event.symbol === symbol).length;

describe('a feed in charge of its markets', () => {
  it('suspends a market without a price for 30 seconds and opens it with the next one', async () => {
    const isSilent = (atMs: number) => atMs > START_MS + 10 * SECOND_MS && atMs < START_MS + 60 * SECOND_MS;
    const session = await harness.startFeed(sourceOf(everySecond('BTC/USDT', START_MS, (atMs) => !isSilent(atMs))));
    const statuses = [];
    for (let second = 0; second <= 62; second += 1) {
      await session.step();
      statuses.push((await marketOf('BTC/USDT'))?.status);
      harness.clock.advance(SECOND_MS);
    }
    expect(statuses.slice(0, 41)).toEqual(Array(41).fill('trading'));
    expect(statuses.slice(41, 60)).toEqual(Array(19).fill('feed-stalled'));
    expect(statuses.slice(60)).toEqual(['trading', 'trading', 'trading']);
    expect(publishedStatuses('BTC/USDT')).toBe(3);
  });

  it('waits until the clock reaches ticks of a clock that was ahead, and then continues', async () => {
    const { db, clock } = harness;
    const source = sourceOf(everySecond('BTC/USDT', START_MS));
    const aheadMs = 60 * SECOND_MS;
    clock.advance(aheadMs);
    await catchUp(await harness.startFeed(source));
    clock.advance(-aheadMs);
    const session = await harness.startFeed(source);
    const seen = [];
    for (let second = 0; second <= 62; second += 1) {
      const { waitMs } = await session.step();
      expect(waitMs).toBe(SECOND_MS);
      const market = await marketOf('BTC/USDT');
      seen.push(`${market?.reference?.seq} ${market?.status}`);
      clock.advance(SECOND_MS);
    }
    expect(new Set(seen.slice(0, 31))).toEqual(new Set(['61 trading']));
    expect(new Set(seen.slice(31, 61))).toEqual(new Set(['61 feed-stalled']));
    expect(seen.slice(61)).toEqual(['62 trading', '63 trading']);
    const [last] = await rowsOf(db, sql`select (extract(epoch from max(at)) * 1000)::float8 as ms from ticks`);
    expect(last).toEqual({ ms: START_MS + 62 * SECOND_MS });
  });

  it('lists with each tick the products that wait in its market', async () => {
    const { db, clock, published } = harness;
    await db.execute(sql`create table orders (market_id integer)`);
    const waiting = [{ name: 'orders', markets: sql`select market_id from orders` }];
    const source = sourceOf(everySecond('BTC/USDT', START_MS), everySecond('ETH/USDT', START_MS));
    const session = await harness.startFeed(source, waiting);
    const btc = (await marketOf('BTC/USDT'))?.id;
    const step = async () => {
      clock.advance(SECOND_MS);
      published.length = 0;
      await session.step();
      return published.flatMap((event) => (event.type === 'ticks-appended' ? [[event.symbol, event.waiting]] : []));
    };
    // The first step also opens the markets, and reads no waiting products.
    expect(await step()).toEqual([
      ['BTC/USDT', undefined],
      ['ETH/USDT', undefined],
    ]);
    expect(await step()).toEqual([
      ['BTC/USDT', []],
      ['ETH/USDT', []],
    ]);
    await db.execute(sql`insert into orders values (${btc})`);
    expect(await step()).toEqual([
      ['BTC/USDT', ['orders']],
      ['ETH/USDT', []],
    ]);
  });

  it('suspends every market while the transparency log is stopped', async () => {
    const { db, clock } = harness;
    const session = await harness.startFeed(sourceOf(everySecond('BTC/USDT', START_MS)));
    const statusAfter = async () => {
      clock.advance(SECOND_MS);
      await session.step();
      return (await marketOf('BTC/USDT'))?.status;
    };
    await db.execute(
      sql`insert into log_entries (idx, kind, sealed_at, leaf_hash, body) values (0, 'log', now(), '', '')`,
    );
    const before = await statusAfter();
    await db.transaction((tx) => haltLog(tx, 0, { reason: 'another history', stopsMoney: false }, clock.nowMs()));
    const stopped = [await statusAfter(), await statusAfter()];
    await db.transaction(resumeLog);
    await statusAfter();
    expect([before, ...stopped, await statusAfter()]).toEqual(['trading', 'feed-stalled', 'feed-stalled', 'trading']);
  });

  it('lets no market run ahead of another while it catches up', async () => {
    const slow = everySecond('BTC/USDT', START_MS);
    const session = await harness.startFeed(
      sourceOf(everySecond('ETH/USDT', START_MS), {
        ...slow,
        advance: (position, untilMs) => {
          const { ticks, state } = slow.advance(position, untilMs);
          const [batch, rest] = [ticks.slice(0, 7), ticks.slice(7)];
          return {
            ticks: batch,
            state,
            nextAtMs: rest[0] === undefined ? untilMs + SECOND_MS : Date.parse(rest[0].at),
          };
        },
      }),
    );
    harness.clock.advance(30 * SECOND_MS);
    const seen: (number | undefined)[] = [];
    for (let isCaughtUp = false; !isCaughtUp;) {
      ({ isCaughtUp } = await session.step());
      const [btc, eth] = [await marketOf('BTC/USDT'), await marketOf('ETH/USDT')];
      expect(eth?.reference).toEqual(btc?.reference);
      seen.push(btc?.reference?.seq);
    }
    expect(seen).toEqual([7, 14, 21, 28, 31]);
  });

  it('retries a failing market after growing delays while the others continue', async () => {
    const attempts: number[] = [];
    let isBroken = true;
    const btc = everySecond('BTC/USDT', START_MS);
    const failing: FeedMarket = {
      ...btc,
      advance: (...given) => {
        attempts.push((harness.clock.nowMs() - START_MS) / SECOND_MS);
        if (isBroken) throw new Error('no prices from there');
        return btc.advance(...given);
      },
    };
    const session = await harness.startFeed(sourceOf(failing, everySecond('ETH/USDT', START_MS)));
    for (let second = 0; second < 80; second += 1) {
      await session.step();
      harness.clock.advance(SECOND_MS);
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 61]);
    expect(harness.failures).toHaveLength(7);
    expect((await marketOf('ETH/USDT'))?.reference?.seq).toBe(80);
    isBroken = false;
    harness.clock.advance(30 * SECOND_MS);
    await catchUp(session);
    expect(await marketOf('BTC/USDT')).toMatchObject({ status: 'trading', reference: { seq: 111 } });
  });

  it('keeps the market suspended while a history is filled in, and publishes only new ticks', async () => {
    const slow = everySecond('BTC/USDT', START_MS - 500 * SECOND_MS);
    const inParts: FeedMarket = {
      ...slow,
      advance: (position, untilMs) => {
        const { ticks, state } = slow.advance(position, untilMs);
        const part = ticks.slice(0, 200);
        const lastMs = Date.parse(part.at(-1)?.at ?? new Date(untilMs).toISOString());
        return { ticks: part, state, nextAtMs: lastMs + SECOND_MS };
      },
    };
    const session = await harness.startFeed(sourceOf(inParts));
    expect(await session.step()).toEqual({ waitMs: 0, isCaughtUp: false });
    expect(await marketOf('BTC/USDT')).toMatchObject({ status: 'feed-stalled', reference: { seq: 200 } });
    await catchUp(session);
    expect(await marketOf('BTC/USDT')).toMatchObject({ status: 'trading', reference: { seq: 501 } });
    const published = harness.published.flatMap((event) =>
      event.type === 'ticks-appended' ? [event.ticks.map(({ seq }) => seq)] : [],
    );
    expect(published.map((seqs) => [seqs.length, seqs.at(-1)])).toEqual([
      [100, 200],
      [100, 400],
      [100, 501],
    ]);
  });
});
