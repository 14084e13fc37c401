/** A feed for tests with given prices, through the same log, candles and events as every feed. */
import { sql } from 'drizzle-orm';
import type { MarketStatus, Tick } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import type { Clock } from '../clock.ts';
import type { Database, Reader } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { followSeries, listMarketRecords, setMarketStatus, type MarketRecord } from '../market/marketRecord.ts';
import { appendTicks, openSeries, readPosition, type SeriesPosition } from '../market/series.ts';

/** A tick to append: by default at the clock's time and of quantity 1. */
export type ScriptedTick = { readonly price: string; readonly quantity?: string; readonly at?: string };

export type ScriptedFeed = {
  /** Appends ticks to a market's log in one transaction and publishes them. */
  append(symbol: string, ...ticks: readonly ScriptedTick[]): Promise<Tick[]>;
  /** Sets the status of a market and publishes it. */
  setStatus(symbol: string, status: MarketStatus): Promise<void>;
};

type ScriptedFeedDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** Makes every market (or those named) follow a series of its own, without a tick. */
export async function createScriptedFeed(deps: ScriptedFeedDeps, symbols?: readonly string[]): Promise<ScriptedFeed> {
  const { db, events } = deps;
  await keepOldPrices(db);
  const all = await listMarketRecords(db);
  const markets = new Map<string, { market: MarketRecord; seriesId: number }>();
  for (const market of all.filter(({ symbol }) => symbols?.includes(symbol) ?? true)) {
    markets.set(market.symbol, { market, seriesId: await followScript(db, market) });
  }
  const find = (symbol: string) => {
    const found = markets.get(symbol);
    if (found === undefined) throw new Error(`the scripted feed has no market ${symbol}`);
    return found;
  };
  return {
    append: async (symbol, ...ticks) => {
      const { market, seriesId } = find(symbol);
      const appended = await db.transaction(async (tx) => {
        const times = timesOf(ticks, await readPosition(tx, seriesId), deps.clock);
        const complete = ticks.map(({ price, quantity = '1' }, index) => ({
          at: times[index] ?? '',
          price: decimal(price),
          quantity: decimal(quantity),
        }));
        return appendTicks(tx, seriesId, complete);
      });
      events.publish({ type: 'ticks-appended', marketId: market.id, symbol, ticks: appended });
      return appended;
    },
    setStatus: async (symbol, status) => {
      const { market } = find(symbol);
      await setMarketStatus(db, market.id, status);
      events.publish({ type: 'market-status-changed', marketId: market.id, symbol });
    },
  };
}

async function followScript(db: Database, market: MarketRecord): Promise<number> {
  return db.transaction(async (tx) => {
    const key = { marketId: market.id, source: 'simulated', identity: 'scripted' } as const;
    const { seriesId } = await openSeries(tx, key, {});
    await followSeries(tx, market.id, { seriesId, status: 'trading' });
    return seriesId;
  });
}

/** Lets markets go on with prices of any age: tests set the exchange's clock, but never the database's. */
export async function keepOldPrices(reader: Reader): Promise<void> {
  await reader.execute(sql`update markets set price_max_age_seconds = 2147483647`);
}

// The log refuses to go back in time, so a clock that does not move repeats the last instant.
function timesOf(ticks: readonly ScriptedTick[], position: SeriesPosition, clock: Clock): string[] {
  let lastMs = position.lastAtMs ?? 0;
  return ticks.map(({ at }) => {
    lastMs = at === undefined ? Math.max(clock.nowMs(), lastMs) : Date.parse(at);
    return new Date(lastMs).toISOString();
  });
}
