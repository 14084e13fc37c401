// On both engines, a market whose price is too old by the database's clock takes no orders, independent of the status
// that the feed last wrote and of the node's clock.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BTC, openFuturesDesk, type FuturesDesk } from '../testing/futuresDesk.ts';
import { openOptionDesk, type OptionDesk } from '../testing/optionDesk.ts';
import { openSpotMarket, SYMBOL, type SpotMarket } from '../testing/spotMarket.ts';
import { testEngines } from '../testing/testDatabase.ts';
import type { Database } from '../db/database.ts';
import { findMarketBySymbol } from './marketRecord.ts';

type Ages = { readonly source?: 'simulated' | 'replay'; readonly at: number; readonly written: number };

/** Sets the ages in seconds of the market's last tick and of its write; a negative age is the future. */
async function setAges(db: Database, symbol: string, { source = 'simulated', at, written }: Ages): Promise<void> {
  await db.execute(
    sql`update price_series s set source = ${source}, last_at = now() - ${at}::integer * interval '1 second',
        written_at = now() - ${written}::integer * interval '1 second'
      from markets m where m.series_id = s.id and m.symbol = ${symbol}`,
  );
  await db.execute(sql`update markets set price_max_age_seconds = 30`);
}

describe.each(await testEngines())('the age of a price on %s', (engine) => {
  describe('of spot', () => {
    let market: SpotMarket;
    beforeAll(async () => {
      market = await openSpotMarket(engine);
      await market.fundHouse({ btc: '10', usdt: '1000000' });
      await market.feed.append(SYMBOL, { price: '100' });
    });
    afterAll(() => market.close());
    const buy = async (ages: Ages) => {
      await setAges(market.db, SYMBOL, ages);
      return market.market(await market.trader({ usdt: '1000' }), 'buy', '1');
    };
    const refused = { code: 'MARKET_SUSPENDED' };

    it('fills orders at a current price', async () => {
      expect(await buy({ at: 1, written: 1 })).toMatchObject({ status: 'completed' });
    });

    it('closes the market when no feed writes prices', async () => {
      await expect(buy({ at: 31, written: 31 })).rejects.toMatchObject(refused);
      expect((await findMarketBySymbol(market.db, SYMBOL))?.status).toBe('feed-stalled');
      await expect(market.limit(await market.trader({ usdt: '1000' }), 'buy', '1', '100')).rejects.toMatchObject(
        refused,
      );
    });

    it('closes it after a fast clock wrote a price of the future and stopped', async () => {
      await expect(buy({ at: -90, written: 31 })).rejects.toMatchObject(refused);
    });

    it('closes it when a slow clock writes prices of the past', async () => {
      await expect(buy({ at: 90, written: 1 })).rejects.toMatchObject(refused);
    });

    it('allows a replay with its own time while it runs', async () => {
      expect(await buy({ source: 'replay', at: 600, written: 1 })).toMatchObject({ status: 'completed' });
      await expect(buy({ source: 'replay', at: -600, written: 31 })).rejects.toMatchObject(refused);
    });

    it('opens it again with the next price', async () => {
      await setAges(market.db, SYMBOL, { source: 'replay', at: 40, written: 40 });
      await market.feed.append(SYMBOL, { price: '101', at: new Date(Date.now()).toISOString() });
      expect((await findMarketBySymbol(market.db, SYMBOL))?.status).toBe('trading');
    });
  });

  describe('of an option', () => {
    let desk: OptionDesk;
    beforeAll(async () => {
      desk = await openOptionDesk(undefined, engine);
    });
    afterAll(() => desk.close());

    it('is checked by the purchase', async () => {
      const userId = await desk.verified('1000');
      await desk.tick();
      await desk.purchase(userId);
      await setAges(desk.db, SYMBOL, { at: -90, written: 31 });
      expect(await desk.refusalOf(desk.purchase(userId))).toMatchObject({ code: 'MARKET_SUSPENDED' });
    });
  });

  describe('of a position', () => {
    let desk: FuturesDesk;
    beforeAll(async () => {
      desk = await openFuturesDesk({ engine });
    });
    afterAll(() => desk.shut());

    it('is checked when it opens', async () => {
      const userId = await desk.trader('10000');
      await desk.open(userId);
      await setAges(desk.db, BTC, { at: -90, written: 31 });
      expect(await desk.refusalOf(desk.open(userId))).toBe('MARKET_SUSPENDED');
    });
  });
});
