// The 24-hour ticker equals one computed by hand from the ticks of its window, at any time of day, and is read from the
// database only after events.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { add, compare, decimal, multiply, toModelNumber, ZERO } from '@halyard/contract/money';
import type { Market } from '@halyard/contract/market/calls';
import { MINUTE_MS, DAY_MS } from '@halyard/contract/time';
import { createFeedHarness, type FeedHarness } from '../testing/feedHarness.ts';
import { createScriptedFeed, type ScriptedTick } from '../testing/scriptedFeed.ts';
import { createTickers, type Tickers } from './tickers.ts';

const START_MS = Date.UTC(2026, 7, 12, 9, 41);

let harness: FeedHarness;
let tickers: Tickers;
beforeEach(async () => {
  harness = await createFeedHarness(START_MS);
  tickers = createTickers(harness);
});
afterEach(async () => {
  tickers.close();
  await harness.close();
});

const marketOf = async (symbol: string): Promise<Market | undefined> =>
  (await tickers.list()).find(({ base, quote }) => `${base}/${quote}` === symbol);

// Thirty hours of ticks, some minutes without one, irregular prices and quantities.
function ticksUntil(endMs: number): Required<ScriptedTick>[] {
  const ticks: Required<ScriptedTick>[] = [];
  let noise = 12_345;
  for (let atMs = endMs - 1.25 * DAY_MS; atMs <= endMs; atMs += 1000 + (noise % 170_000)) {
    noise = (noise * 48_271) % 2_147_483_647;
    const price = `${20_000 + (noise % 5000)}.${noise % 100}`;
    ticks.push({ at: new Date(atMs).toISOString(), price, quantity: `0.${noise % 1_000_000}` });
  }
  return ticks;
}

describe('the 24-hour ticker', () => {
  it.each([
    '2026-08-12T09:41:17.350Z',
    '2026-08-12T10:00:00.000Z',
    '2026-08-12T10:59:59.999Z',
    '2026-08-12T00:00:30.000Z',
  ])('equals a naive one at %s', async (now) => {
    const ticks = ticksUntil(Date.parse(now)).map((tick, index, all) =>
      index === all.length - 1 ? { ...tick, at: now } : tick,
    );
    const feed = await createScriptedFeed(harness, ['BTC/USDT']);
    await feed.append('BTC/USDT', ...ticks);

    // The minutes that began within the 24 hours before the last tick.
    const inWindow = ticks.filter(
      ({ at }) => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS > Date.parse(now) - DAY_MS,
    );
    const byPrice = inWindow.map(({ price }) => decimal(price)).sort(compare);
    const prices = inWindow.map(({ price }) => decimal(price));
    const [open = ZERO] = prices;
    const close = prices.at(-1) ?? ZERO;
    const hours = new Map(inWindow.map(({ at, price }) => [at.slice(0, 13), decimal(price)]));
    const wholeHours = [...hours].filter(([hour]) => Date.parse(`${hour}:00:00.000Z`) > Date.parse(now) - DAY_MS);
    expect(inWindow.length).toBeGreaterThan(500);

    const market = await marketOf('BTC/USDT');
    expect(market).toMatchObject({
      lastPrice: close,
      high: byPrice.at(-1),
      low: byPrice[0],
      volume: add(ZERO, ...inWindow.map(({ quantity }) => decimal(quantity))),
      turnover: add(ZERO, ...inWindow.map(({ price, quantity }) => multiply(decimal(price), decimal(quantity)))),
      sparkline: wholeHours.map(([, price]) => price),
      asOf: now,
      priceSource: 'simulated',
      status: 'trading',
    });
    expect(market?.sparkline).toHaveLength(24);
    const change = (toModelNumber(close) / toModelNumber(open) - 1) * 100;
    expect(toModelNumber(market?.changePercent ?? ZERO)).toBeCloseTo(change, 2);
  });

  it('is empty before the first tick, and shows no market without a series', async () => {
    await createScriptedFeed(harness, ['ETH/USDT']);
    const missing = {
      lastPrice: null,
      changePercent: null,
      volume: null,
      high: null,
      low: null,
      turnover: null,
      asOf: null,
    };
    expect(await tickers.list()).toEqual([expect.objectContaining({ base: 'ETH', ...missing, sparkline: [] })]);
  });

  it('is read again after events, and otherwise once a second', async () => {
    const feed = await createScriptedFeed(harness, ['BTC/USDT']);
    await feed.append('BTC/USDT', { price: '100' });
    const first = await tickers.list();
    expect(await tickers.list()).toBe(first);
    harness.clock.advance(999);
    expect(await tickers.list()).toBe(first);
    harness.clock.advance(1);
    expect(await tickers.list()).not.toBe(first);
    await feed.append('BTC/USDT', { price: '110' });
    expect(await marketOf('BTC/USDT')).toMatchObject({ lastPrice: '110', changePercent: '10' });
    await feed.setStatus('BTC/USDT', 'feed-stalled');
    expect((await marketOf('BTC/USDT'))?.status).toBe('feed-stalled');
  });
});
