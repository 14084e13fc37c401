// Proves that options and positions begin only at a live price that three venues made, while spot needs two and what is
// open can be closed.
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { openFuturesDesk } from '../testing/futuresDesk.ts';
import { openOptionDesk } from '../testing/optionDesk.ts';
import { openSpotMarket, SYMBOL } from '../testing/spotMarket.ts';
import type { Database } from '../db/database.ts';

const setSources = (db: Database, sources: number) =>
  db.execute(sql`update price_series set source = 'live', state = jsonb_build_object('sources', ${sources}::integer)`);

describe('a live price of two venues', () => {
  let close: () => Promise<void>;
  afterEach(() => close());

  it('takes orders', async () => {
    const market = await openSpotMarket();
    close = market.close;
    await market.fundHouse({ btc: '10', usdt: '1000000' });
    await market.feed.append(SYMBOL, { price: '100' });
    await setSources(market.db, 2);
    expect(await market.market(await market.trader({ usdt: '1000' }), 'buy', '1')).toMatchObject({
      status: 'waiting',
      isWaitingForPrice: true,
    });
  });

  it('takes no options', async () => {
    const desk = await openOptionDesk();
    close = desk.close;
    const userId = await desk.verified('1000');
    await desk.tick();
    await desk.publish(({ entryDelays }) => ({ entryDelays: entryDelays && { ...entryDelays, live: 0 } }));
    await setSources(desk.db, 2);
    expect(await desk.refusalOf(desk.purchase(userId))).toMatchObject({ code: 'VENUES_TOO_FEW' });
    await setSources(desk.db, 3);
    expect(await desk.purchase(userId)).toMatchObject({ priceSource: 'live' });
  });

  it('takes no positions, and closes those that are open', async () => {
    const desk = await openFuturesDesk({});
    close = desk.shut;
    const userId = await desk.trader('10000');
    await setSources(desk.db, 3);
    const { id } = await desk.open(userId);
    await setSources(desk.db, 2);
    expect(await desk.refusalOf(desk.open(userId))).toBe('VENUES_TOO_FEW');
    expect(await desk.refusalOf(desk.reverse(userId, id))).toBe('VENUES_TOO_FEW');
    expect(await desk.close(userId, id)).toMatchObject({ status: 'closed' });
  });
});
