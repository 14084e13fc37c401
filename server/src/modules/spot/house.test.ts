// The house in a market on a real database: its ladder fills orders behind users, is limited by tick and by its funds,
// fills waiting orders that a new price makes it cross, and appears in the public book.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { add, compare, decimal, multiply, negate, subtract, ZERO } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';

// The ladder of BTC/USDT at 100 begins with 1500 and 3000 USDT, two ten-thousandths a step.
const BEST_ASKS = [
  ['100.02', '14.997'],
  ['100.04', '29.988004'],
];
const BEST_BIDS = [
  ['99.98', '15.003'],
  ['99.96', '30.012004'],
];

describe('the house', () => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket();
    await exchange.fundHouse({ btc: '100000', usdt: '10000000' });
  });
  beforeEach(async () => {
    await exchange.db.execute(sql`update markets set ladder_level_notional = 1500`);
    await exchange.reset('100');
  });
  afterAll(() => exchange.close());

  const accounts = [
    { house: 'maker', currencyId: CURRENCY.BTC },
    { house: 'maker', currencyId: CURRENCY.USDT },
    { house: 'fees', currencyId: CURRENCY.BTC },
    { house: 'fees', currencyId: CURRENCY.USDT },
  ] as const;
  const read = () => Promise.all(accounts.map((account) => readBalance(exchange.db, account)));
  /** The gains of the house's accounts: base and quote of the maker, fees in base and quote. */
  const gained = async (work: () => Promise<unknown>) => {
    const before = await read();
    await work();
    return (await read()).map(({ available }, index) => subtract(available, before[index]?.available ?? ZERO));
  };

  it('sells to a market order along its ladder, and pays no fee to itself', async () => {
    const buyer = await exchange.trader({ usdt: '5000' });
    // 14.997 at 100.02 and 5.003 at 100.04 are 2000.50006 USDT.
    expect(await gained(() => exchange.market(buyer, 'buy', '20'))).toEqual(['-20', '2000.50006', '0.02', '0']);
    expect(await exchange.balances(buyer)).toEqual({ btc: '19.98+0', usdt: '2999.49994+0' });
    expect((await exchange.spot.listOrders(buyer, {}))[0]).toMatchObject({
      status: 'completed',
      averagePrice: '100.025003',
      fee: '0.02',
    });
    expect((await exchange.spot.listFills(buyer, {})).map(({ price, role }) => [price, role])).toEqual([
      ['100.04', 'taker'],
      ['100.02', 'taker'],
    ]);
  });

  it('ranks behind users at the same price, and before users at a worse one', async () => {
    const [equal, worse] = [await exchange.trader({ btc: '1' }), await exchange.trader({ btc: '1' })];
    const buyer = await exchange.trader({ usdt: '5000' });
    await exchange.limit(worse, 'sell', '1', '100.03');
    await exchange.limit(equal, 'sell', '1', '100.02');
    const gains = await gained(() => exchange.limit(buyer, 'buy', '15.997', '100.05'));
    expect((await exchange.balances(equal)).btc).toBe('0+0');
    expect((await exchange.balances(worse)).btc).toBe('0+1');
    expect(gains[0]).toBe('-14.997');
  });

  it('refuses an order that would pass the user’s own order, and names that order', async () => {
    const user = await exchange.trader({ btc: '1', usdt: '5000' });
    await exchange.limit(user, 'sell', '1', '100.01');
    const own = { code: 'OWN_ORDER', params: { price: '100.01' } };
    await expect(exchange.market(user, 'buy', '2')).rejects.toMatchObject(own);
    expect(await exchange.balances(user)).toEqual({ btc: '0+1', usdt: '5000+0' });
  });

  it('fills each level once a tick for all takers, and again at the next tick', async () => {
    const buyer = await exchange.trader({ usdt: '100000' });
    await exchange.limit(buyer, 'buy', '10', '100.02');
    expect(await exchange.limit(buyer, 'buy', '10', '100.02')).toMatchObject({
      status: 'waiting',
      filledQuantity: '4.997',
    });
    const book = await exchange.spot.readBook(SYMBOL, 1);
    expect(book).toMatchObject({ bids: [['100.02', '5.003']], asks: [['100.04', '29.988004']] });
    await exchange.feed.append(SYMBOL, { price: '100' });
    // The whole level is available again, and 5.003 of it go to the waiting order.
    expect((await exchange.spot.readBook(SYMBOL, 1)).asks).toEqual([['100.02', '9.994']]);
  });

  it('fills every quote of a scattered book, to the last lot, and then quotes nothing until the next tick', async () => {
    const ofModel = (model: string) =>
      exchange.db.execute(sql`update price_series s set state = jsonb_build_object('model', ${model}::text)
        from markets m where m.id = ${exchange.marketId} and s.id = m.series_id`);
    await ofModel('schwartz-3');
    await exchange.feed.append(SYMBOL, { price: '100' });
    const { bids, asks } = await exchange.spot.readBook(SYMBOL);
    expect([asks[0]?.[0], bids[0]?.[0], asks.length, bids.length]).toEqual(['100.02', '99.98', 20, 20]);
    expect(asks[0]).not.toEqual(BEST_ASKS[0]);
    const sumOf = (levels: typeof asks) => add(...levels.map(([, quantity]) => quantity));
    const worthOf = (levels: typeof asks) => add(...levels.map(([price, quantity]) => multiply(price, quantity)));
    // The even ladder's value: 1 + 2 + … + 20 times 1,500 USDT.
    for (const side of [asks, bids]) expect(compare(worthOf(side), decimal('315000'))).toBe(-1);
    const trader = await exchange.trader({ btc: '5000', usdt: '400000' });
    const gains = await gained(() => exchange.market(trader, 'buy', sumOf(asks)));
    expect(gains.slice(0, 2)).toEqual([negate(sumOf(asks)), worthOf(asks)]);
    expect((await exchange.spot.readBook(SYMBOL)).asks).toEqual([]);
    const losses = await gained(() => exchange.market(trader, 'sell', sumOf(bids)));
    expect(losses.slice(0, 2)).toEqual([sumOf(bids), negate(worthOf(bids))]);
    expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([]);
    await exchange.db.execute(sql`update price_series set state = '{}'`);
  });

  it('never fills a post-only order', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const postOnly = (price: string) =>
      exchange.spot.placeOrder(user, { ...orderRequest('buy', '1', price), isPostOnly: true });
    await expect(postOnly('100.02')).rejects.toMatchObject({ code: 'POST_ONLY_WOULD_TAKE' });
    expect(await postOnly('100.01')).toMatchObject({ status: 'waiting' });
  });

  it('fills a triggered stop order', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const request = {
      ...orderRequest('buy', '1', '105.1'),
      orderType: 'stop_limit',
      stopPrice: decimal('105'),
    } as const;
    await exchange.spot.placeOrder(user, request);
    await exchange.feed.append(SYMBOL, { price: '105' });
    await exchange.spot.sweepMarket(exchange.marketId);
    // 105 and two ten-thousandths, rounded up to the tick.
    expect((await exchange.spot.listOrders(user, {}))[0]).toMatchObject({
      status: 'completed',
      averagePrice: '105.03',
    });
  });

  it('spends no more than its funds', async () => {
    const poor = await openSpotMarket();
    await poor.fundHouse({ btc: '10', usdt: '1000' });
    await poor.feed.append(SYMBOL, { price: '100' });
    const rich = await poor.trader({ btc: '200', usdt: '10000' });
    expect(await poor.market(rich, 'buy', '50')).toMatchObject({ status: 'cancelled', filledQuantity: '10' });
    expect((await poor.spot.readBook(SYMBOL)).asks).toEqual([]);
    await expect(poor.market(rich, 'buy', '1')).rejects.toMatchObject({ code: 'NO_LIQUIDITY' });
    // It has earned 1000.2 USDT. 15.003 at 99.98 are 1499.99994, and for the rest it can buy 5.004002 at 99.96, to the
    // lot.
    expect(await poor.market(rich, 'sell', '50')).toMatchObject({ status: 'cancelled', filledQuantity: '20.007002' });
    const { available } = await readBalance(poor.db, { house: 'maker', currencyId: CURRENCY.USDT });
    expect(compare(available, decimal('0.0001'))).toBe(-1);
    expect(await poor.faults()).toEqual([]);
    await poor.close();
  });

  it('quotes nothing without a price, or when the market does not trade', async () => {
    await exchange.feed.setStatus(SYMBOL, 'feed-stalled');
    expect(await exchange.spot.readBook(SYMBOL)).toMatchObject({ symbol: SYMBOL, bids: [], asks: [] });
    await exchange.feed.setStatus(SYMBOL, 'trading');
    expect((await exchange.spot.readBook(SYMBOL)).bids).toHaveLength(20);
    const [market] = await rowsOf<{ series_id: number }>(
      exchange.db,
      sql`update markets m set series_id = null from markets old where m.symbol = ${SYMBOL} and old.id = m.id returning old.series_id`,
    );
    expect((await exchange.spot.readBook(SYMBOL)).bids).toEqual([]);
    await exchange.db.execute(sql`update markets set series_id = ${market?.series_id} where symbol = ${SYMBOL}`);
  });

  describe('the book', () => {
    it('sums users and ladder by price, best first', async () => {
      const user = await exchange.trader({ btc: '10', usdt: '1000' });
      await exchange.limit(user, 'buy', '1', '99.96');
      await exchange.limit(user, 'buy', '0.5', '99.97');
      await exchange.limit(user, 'buy', '0.25', '99.97');
      await exchange.limit(user, 'sell', '2', '100.03');
      const book = await exchange.spot.readBook('btcusdt', 3);
      expect(book).toEqual({
        symbol: SYMBOL,
        bids: [BEST_BIDS[0], ['99.97', '0.75'], ['99.96', '31.012004']],
        asks: [BEST_ASKS[0], ['100.03', '2'], BEST_ASKS[1]],
        asOf: '2026-01-05T00:00:00.000Z',
        // Users' orders; the rest is the house's.
        userBids: [
          ['99.97', '0.75'],
          ['99.96', '1'],
        ],
        userAsks: [['100.03', '2']],
      });
    });

    it('answers 20 levels unless asked for more, at most 100 and at least one', async () => {
      const user = await exchange.trader({ usdt: '1000' });
      for (let cents = 0; cents < 25; cents += 1) await exchange.limit(user, 'buy', '0.1', `90.${cents + 10}`);
      const levels = async (limit?: number) => (await exchange.spot.readBook(SYMBOL, limit)).bids.length;
      expect(await Promise.all([levels(), levels(30), levels(1_000_000), levels(0)])).toEqual([20, 30, 45, 1]);
    });

    it('is refused for a missing market', async () => {
      for (const symbol of ['NIX/USDT', '', "' or 1=1 --", 'x'.repeat(32)]) {
        await expect(exchange.spot.readBook(symbol)).rejects.toMatchObject({ code: 'MARKET_NOT_FOUND' });
      }
    });
  });

  describe('a price that moves across waiting orders', () => {
    const readLevels = async () => {
      const { bids, asks } = await exchange.spot.readBook(SYMBOL, 10);
      return { bids, asks };
    };

    it('makes the ladder fill them at their own price, best and oldest first, within its funds', async () => {
      const [first, second, best, below] = [
        await exchange.trader({ usdt: '2000' }),
        await exchange.trader({ usdt: '2000' }),
        await exchange.trader({ usdt: '2000' }),
        await exchange.trader({ usdt: '2000' }),
      ];
      await exchange.limit(first, 'buy', '10', '99.5');
      await exchange.limit(second, 'buy', '10', '99.5');
      await exchange.limit(best, 'buy', '10', '99.6');
      await exchange.limit(below, 'buy', '10', '99.4');
      // At 99.48 the ladder asks 99.50 for 15.075376; its next level, 99.52, is beyond the orders waiting at 99.50.
      await exchange.feed.append(SYMBOL, { price: '99.48' });
      const seen = await readLevels();
      await exchange.spot.sweepMarket(exchange.marketId);
      expect(await readLevels()).toEqual(seen);
      expect(await exchange.balances(best)).toEqual({ btc: '9.992+0', usdt: '1004+0' });
      expect(await exchange.balances(first)).toEqual({ btc: '5.07131569+0', usdt: '1005+490.000088' });
      expect(await exchange.balances(second)).toEqual({ btc: '0+0', usdt: '1005+995' });
      expect(await exchange.balances(below)).toEqual({ btc: '0+0', usdt: '1006+994' });
      expect((await exchange.spot.listFills(best, {}))[0]).toMatchObject({
        price: '99.6',
        role: 'maker',
        fee: '0.008',
      });
    });

    it('fills as far as the ladder reaches and no further', async () => {
      const user = await exchange.trader({ usdt: '10000' });
      const { id } = await exchange.limit(user, 'buy', '50', '99.5');
      await exchange.feed.append(SYMBOL, { price: '99.48' });
      await exchange.spot.sweepMarket(exchange.marketId);
      await exchange.spot.sweepMarket(exchange.marketId);
      const [order] = await exchange.spot.listOrders(user, {});
      expect(order).toMatchObject({ id, status: 'waiting', filledQuantity: '15.075376' });
      expect((await exchange.spot.readBook(SYMBOL, 1)).asks[0]?.[0]).toBe('99.52');
    });

    it('does the same for sell orders', async () => {
      const user = await exchange.trader({ btc: '10' });
      await exchange.limit(user, 'sell', '10', '101');
      await exchange.feed.append(SYMBOL, { price: '102' });
      const seen = await readLevels();
      expect(compare(seen.bids[0]?.[0] ?? ZERO, seen.asks[0]?.[0] ?? ZERO)).toBe(-1);
      await exchange.spot.sweepMarket(exchange.marketId);
      expect(await readLevels()).toEqual(seen);
      expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '1009.192+0' });
      expect(exchange.published.filter(({ type }) => type === 'order-changed')).toHaveLength(2);
    });

    it('fills them before the next order, even without a sweep', async () => {
      const waiting = await exchange.trader({ usdt: '2000' });
      const late = await exchange.trader({ usdt: '2000' });
      await exchange.limit(waiting, 'buy', '10', '99.5');
      await exchange.feed.append(SYMBOL, { price: '99.48' });
      await exchange.limit(late, 'buy', '10', '99.5');
      expect((await exchange.balances(waiting)).btc).toBe('9.992+0');
      expect((await exchange.spot.listOrders(late, {}))[0]).toMatchObject({
        status: 'waiting',
        filledQuantity: '5.075376',
      });
    });

    it('fills more orders than one transaction takes', async () => {
      const users = [await exchange.trader({ usdt: '100000' }), await exchange.trader({ usdt: '100000' })];
      await exchange.db.execute(sql`update markets set ladder_level_notional = 100000`);
      for (const user of users) {
        for (let count = 0; count < 105; count += 1) await exchange.limit(user, 'buy', '0.1', '99');
      }
      await exchange.feed.append(SYMBOL, { price: '98' });
      await exchange.spot.sweepMarket(exchange.marketId);
      for (const user of users) {
        expect(await exchange.balances(user)).toEqual({ btc: '10.4916+0', usdt: '98960.5+0' });
      }
    });

    it('fills nothing while the market does not trade', async () => {
      const user = await exchange.trader({ btc: '10' });
      await exchange.limit(user, 'sell', '10', '101');
      await exchange.feed.append(SYMBOL, { price: '102' });
      await exchange.feed.setStatus(SYMBOL, 'feed-ended');
      await exchange.spot.sweepMarket(exchange.marketId);
      expect(await exchange.balances(user)).toEqual({ btc: '0+10', usdt: '0+0' });
    });
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });
});
