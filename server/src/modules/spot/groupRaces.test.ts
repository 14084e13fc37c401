// Groups of orders through two nodes on one database: races of fills, triggers and cancellations of the legs of an OCO,
// and trailing stops against a reference that follows each of them alone, whichever node follows the ticks.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, decimal, type Decimal } from '@halyard/contract/money';
import { trailTrigger, type Trail } from '@halyard/contract/spot/rules';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import { hundredths } from '../../testing/oracleHistories.ts';
import { BTC_USDT, openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { testEngines } from '../../testing/testDatabase.ts';
import { createSpotService, type SpotService } from './service.ts';

const engines = await testEngines();
const RACES = isThorough ? 2000 : 16;
const TRAILS = isThorough ? 400 : 40;
const TICKS = isThorough ? 400 : 60;

/** The code of a refusal, or that there was none; any other error fails the test. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof BusinessError) return error.code;
    throw error;
  }
}

/** Whole numbers from 0 of a linear congruential generator, so that a run is repeatable. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(engines)('groups of orders on %s', (engine) => {
  let exchange: SpotMarket;
  let nodes: readonly [SpotService, SpotService];
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
    nodes = [exchange.spot, createSpotService(exchange)];
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  it('an OCO sells its quantity once, whatever races', async () => {
    const seller = await exchange.trader({ btc: '100000' });
    const buyer = await exchange.trader({ usdt: '10000000' });
    const seen = new Set<string>();
    for (let round = 0; round < RACES; round += 1) {
      await exchange.feed.append(SYMBOL, { price: '100' });
      const request = { ...BTC_USDT, side: 'sell', quantity: decimal('1'), takeProfitPrice: decimal('101') } as const;
      const { groupId, orders } = await nodes[0].placeOco(seller, { ...request, stopPrice: decimal('99') });
      const [takeProfit, stop] = orders;
      await nodes[0].placeOrder(buyer, orderRequest('buy', '0.8', '98'));
      const racing = [
        () => nodes[0].placeOrder(buyer, { ...orderRequest('buy', '0.7', '101'), timeInForce: 'ioc' }),
        async () => {
          await exchange.feed.append(SYMBOL, { price: '98.5' });
          await nodes[1].sweepMarket(exchange.marketId);
        },
        () => nodes[1].cancelOrder(seller, { id: (round % 3 === 0 ? takeProfit : stop)?.id as OrderId }),
        () => nodes[0].replaceOrder(seller, { id: takeProfit?.id as OrderId, quantity: decimal('0.9') }),
      ];
      // The first request takes turns, so that each wins at times.
      const turned = racing.map((_, index) => racing[(index + round) % racing.length]);
      await Promise.all(turned.map((act) => outcomeOf(act?.() ?? Promise.resolve())));
      seen.add(await endOf(groupId));
      await nodes[0].cancelAll(seller, {});
      await nodes[0].cancelAll(buyer, {});
    }
    // PGlite has one connection, so there the same one wins each time.
    if (engine === 'postgres') expect(seen.size).toBeGreaterThan(1);
    expect(await exchange.balances(seller)).toMatchObject({ btc: expect.stringMatching(/\+0$/) });
    expect(await exchange.faults()).toEqual([]);
  });

  it('each fill of an entry brings in exits once, on whichever node', async () => {
    const user = await exchange.trader({ usdt: '100000' });
    const seller = await exchange.trader({ btc: '1000' });
    for (let round = 0; round < RACES / 2; round += 1) {
      const { groupId, orders } = await nodes[0].placeEntry(user, {
        ...BTC_USDT,
        side: 'buy',
        quantity: decimal('1'),
        orderType: 'limit',
        price: decimal('99'),
        takeProfitPrice: decimal('110'),
        stopPrice: decimal('95'),
      });
      await Promise.all([
        ...[0, 1, 0, 1].map((node) =>
          outcomeOf(nodes[node as 0 | 1].placeOrder(seller, orderRequest('sell', '0.3', '99'))),
        ),
        outcomeOf(nodes[1].cancelOrder(user, { id: orders[0]?.id as OrderId })),
      ]);
      const [sizes] = await rowsOf<{ received: string; exits: string; legs: number }>(
        exchange.db,
        sql`select coalesce(sum(filled_quantity - fee) filter (where leg = 'entry'), 0)::text as received,
            coalesce(max(quantity) filter (where leg <> 'entry'), 0)::text as exits,
            count(*) filter (where leg <> 'entry')::int as legs
          from spot_orders where group_id = ${groupId}`,
      );
      expect(compare(decimal(sizes?.exits ?? '0'), decimal(sizes?.received ?? '0'))).toBeLessThanOrEqual(0);
      expect(sizes?.legs).toBe(sizes?.received === '0' ? 0 : 2);
      await nodes[0].cancelAll(user, {});
      await nodes[0].cancelAll(seller, {});
    }
    expect(await exchange.faults()).toEqual([]);
  });

  it('trailing stops trigger as if each were followed alone', async () => {
    const draw = createDraw(11);
    const user = await exchange.trader({ btc: '100000', usdt: '10000000' });
    // Beyond the number of waiting orders that one user may have.
    const followed: Followed[] = [];
    let [last, placed] = [10_000, 0];
    for (let step = 0; step < TICKS; step += 1) {
      const ticks = Array.from({ length: 1 + draw(4) }, () => {
        last += draw(41) - 20;
        return hundredths(last);
      });
      await exchange.feed.append(SYMBOL, ...ticks.map((price) => ({ price })));
      for (const price of ticks) for (const one of followed) follow(one, price);
      if (placed < TRAILS && draw(2) === 0) {
        placed += 1;
        followed.push(await place(draw, user, last));
      }
      if (draw(3) === 0) await nodes[draw(2) as 0 | 1].sweepMarket(exchange.marketId);
      if (step % 10 === 0) await expectSame(user, followed);
    }
    await nodes[1].sweepMarket(exchange.marketId);
    await expectSame(user, followed, true);
    expect(followed.filter(({ isReached }) => isReached).length).toBeGreaterThan(3);
    expect(await exchange.faults()).toEqual([]);
  });

  type Followed = Trail & {
    readonly id: OrderId;
    readonly side: Side;
    extreme: Decimal | undefined;
    isReached: boolean;
  };

  /** The reference: one order, one tick. */
  function follow(one: Followed, price: Decimal): void {
    if (one.isReached) return;
    const isAbove = (a: Decimal, b: Decimal) => (one.side === 'sell' ? compare(a, b) >= 0 : compare(a, b) <= 0);
    if (one.extreme === undefined) {
      if (isAbove(price, one.activationPrice ?? price)) one.extreme = price;
      return;
    }
    if (isAbove(trailTrigger(one.side, one, one.extreme), price)) one.isReached = true;
    else if (isAbove(price, one.extreme)) one.extreme = price;
  }

  async function place(draw: (below: number) => number, user: UserId, last: number): Promise<Followed> {
    const side: Side = draw(2) === 0 ? 'sell' : 'buy';
    const trail: Trail = {
      ...(draw(2) === 0 ? { fraction: hundredths(draw(2) + 1) } : { amount: hundredths(30 + draw(100)) }),
      ...(draw(3) === 0 && { activationPrice: hundredths(last + (side === 'sell' ? 1 : -1) * (1 + draw(60))) }),
    };
    const { id, extremePrice } = await nodes[draw(2) as 0 | 1].placeOrder(user, {
      ...BTC_USDT,
      side,
      quantity: decimal('1'),
      price: undefined,
      stopPrice: undefined,
      orderType: 'trailing_stop',
      trailFraction: trail.fraction,
      trailAmount: trail.amount,
      activationPrice: trail.activationPrice,
    });
    return { ...trail, id, side, extreme: extremePrice, isReached: false };
  }

  /** Ticks that no node has followed yet may leave an order behind the reference, and none before it. */
  async function expectSame(user: UserId, followed: readonly Followed[], isComplete = false): Promise<void> {
    const orders = await nodes[0].listOrders(user, { limit: 100 });
    for (const one of followed) {
      const order = orders.find(({ id }) => id === one.id);
      if (order === undefined) continue;
      const isReached = order.triggeredAt !== null;
      if (isComplete) {
        expect([one.id, order.extremePrice, isReached]).toEqual([one.id, one.extreme, one.isReached]);
      } else if (isReached) expect([one.id, one.isReached]).toEqual([one.id, true]);
    }
  }

  /** How the orders of a group ended; together they have sold no more than the quantity of the group. */
  async function endOf(groupId: number): Promise<string> {
    const rows = await rowsOf<{ leg: string; status: string; reason: string | null; filled: string; left: string }>(
      exchange.db,
      sql`select leg, status, cancel_reason as reason, filled_quantity::text as filled,
          case status when 'waiting' then quantity - filled_quantity else 0 end::text as left
        from spot_orders where group_id = ${groupId} order by id`,
    );
    const sold = add(decimal('0'), ...rows.map(({ filled }) => decimal(filled)));
    const left = rows.map((row) => decimal(row.left)).reduce((most, one) => (compare(one, most) > 0 ? one : most));
    // A replacement of 0.9 may come after a fill of 0.7.
    expect(compare(add(sold, left), decimal('1.6'))).toBeLessThanOrEqual(0);
    const isReplaced = rows.some(({ reason }) => reason === 'replaced');
    if (!isReplaced) expect(compare(add(sold, left), decimal('1'))).toBeLessThanOrEqual(0);
    return rows.map(({ leg, status, reason }) => `${leg} ${status} ${reason ?? ''}`).join(', ');
  }
});
