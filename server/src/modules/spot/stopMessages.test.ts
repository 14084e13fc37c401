// Messages about stops that were reached: one for each, also when two nodes follow the same ticks and are asked again.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../../db/database.ts';
import { openSpotMarket, orderRequest, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { createSpotService } from './service.ts';

describe('a stop that is reached', () => {
  let exchange: SpotMarket;
  let nodes: readonly ReturnType<typeof createSpotService>[];
  beforeAll(async () => {
    exchange = await openSpotMarket();
    nodes = [createSpotService(exchange), createSpotService(exchange)];
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  const place = (user: UserId, terms: Partial<OrderRequest>) =>
    exchange.spot.placeOrder(user, { ...orderRequest('sell', '1', '94'), ...terms } as OrderRequest);
  const tick = (...prices: readonly string[]) => exchange.feed.append(SYMBOL, ...prices.map((price) => ({ price })));
  const sweepByBoth = () => Promise.all(nodes.map((node) => node.sweepMarket(exchange.marketId)));
  const eventsOf = (user: UserId) =>
    rowsOf(
      exchange.db,
      sql`select subject, ref::int as ref, category, facts from user_events where user_id = ${user} order by id`,
    );

  it.each([
    [
      { orderType: 'stop_limit', stopPrice: decimal('95') },
      { stopPrice: '95', price: '94' },
    ],
    [
      { orderType: 'stop_market', stopPrice: decimal('95'), price: undefined },
      { stopPrice: '95', price: null },
    ],
    // 100.01 less 5.01 % is 94.999499.
    [
      { orderType: 'trailing_stop', trailFraction: decimal('0.0501'), price: undefined },
      { stopPrice: '94.99', price: null },
    ],
  ] as const)('is one message with two nodes and later ticks: %o', async (terms, facts) => {
    const user = await exchange.trader({ btc: '1' });
    const { id } = await place(user, terms);
    await tick('100.01', '95.01');
    await sweepByBoth();
    expect(await eventsOf(user)).toEqual([]);
    await tick('94.99', '90', '95');
    await sweepByBoth();
    await tick('94', '96', '94');
    await sweepByBoth();
    const stops = (await eventsOf(user)).filter(({ subject }) => subject === 'stop');
    expect(stops).toMatchObject([{ ref: id, category: 'fills', facts: { side: 'sell', quantity: '1', ...facts } }]);
  });
});
