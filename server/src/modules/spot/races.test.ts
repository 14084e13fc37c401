// Concurrent orders through two nodes on one database: an order is filled, cancelled or replaced, each of its coins
// once; a repeated request is executed once; markets that share the house's money never spend it twice; and after
// random concurrency the books are in balance. (oracleRaces.test.ts runs 100,000 such races in memory.)
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { compare, decimal } from '@halyard/contract/money';
import { isThorough } from '@halyard/contract/testing/thorough';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit } from '../../testing/ledgerFixtures.ts';
import { openSpotMarket, orderRequest, OTHER_SYMBOL, SYMBOL, type SpotMarket } from '../../testing/spotMarket.ts';
import { testEngines } from '../../testing/testDatabase.ts';
import { createSpotService, type SpotService } from './service.ts';

const engines = await testEngines();
const RACES = isThorough ? 60 : 24;
const RACE_OUTCOMES = ['done', 'ORDER_NOT_OPEN', 'NO_LIQUIDITY'];

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

describe.each(engines)('at the same time on %s', (engine) => {
  // PGlite has one connection, so a few orders of the requests show all that can happen there.
  const isLong = engine === 'postgres' || isThorough;
  let exchange: SpotMarket;
  let nodes: readonly [SpotService, SpotService];
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
    nodes = [exchange.spot, createSpotService(exchange)];
  });
  beforeEach(() => exchange.reset('100'));
  afterAll(() => exchange.close());

  it('an order is either filled or cancelled', async () => {
    const seller = await exchange.trader({ btc: '1' });
    const buyer = await exchange.trader({ usdt: '10000' });
    const seen = new Set<string>();
    for (let round = 0; round < 16; round += 1) {
      const { id } = await exchange.limit(seller, 'sell', '0.1', '100');
      const cancelling = () => outcomeOf(nodes[0].cancelOrder(seller, { id }));
      const buying = () => outcomeOf(nodes[1].placeOrder(buyer, orderRequest('buy', '0.1')));
      // The first request alternates, so that both win at times.
      const [first, second] = await Promise.all(round % 2 === 0 ? [cancelling(), buying()] : [buying(), cancelling()]);
      seen.add([first, second].toSorted().join(' '));
      if ([first, second].includes('ORDER_NOT_OPEN')) await replenish(seller);
    }
    expect([...seen].toSorted()).toEqual(['NO_LIQUIDITY done', 'ORDER_NOT_OPEN done']);
  });

  it('each coin of an order is filled, cancelled or replaced once', async () => {
    const seller = await exchange.trader({ btc: '1000' });
    const buyer = await exchange.trader({ usdt: '100000' });
    const seen = new Set<string>();
    for (let round = 0; round < (isLong ? RACES : RACES / 2); round += 1) {
      // Now and then there is more of it than all buyers want.
      const { id } = await exchange.limit(seller, 'sell', round % 2 === 0 ? '0.3' : '0.5', '100');
      const racing = [
        () => nodes[0].cancelOrder(seller, { id }),
        () => nodes[1].replaceOrder(seller, { id, quantity: decimal('0.2'), price: decimal('100.5') }),
        () => nodes[0].placeOrder(buyer, orderRequest('buy', '0.1')),
        () => nodes[1].placeOrder(buyer, { ...orderRequest('buy', '0.2', '100'), timeInForce: 'ioc' }),
      ];
      // The first request takes turns, so that each wins at times.
      const turned = racing.map((_, index) => racing[(index + round) % racing.length]);
      const outcomes = await Promise.all(turned.map((act) => outcomeOf(act?.() ?? Promise.resolve())));
      expect(outcomes.filter((outcome) => !RACE_OUTCOMES.includes(outcome))).toEqual([]);
      seen.add(await endOf(id));
      await nodes[0].cancelAll(seller, {});
    }
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['cancelled', 'completed', 'replaced']));
    expect(await exchange.balances(seller)).toMatchObject({ btc: expect.stringMatching(/\+0$/) });
    expect(await exchange.faults()).toEqual([]);
  });

  it('a request sent many times is executed once, with the same answer', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const request = { ...orderRequest('buy', '1', '90'), clientRequestId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => nodes[index % 2 === 0 ? 0 : 1].placeOrder(user, request)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '910+90' });
  });

  it('orders never hold more than there is', async () => {
    const user = await exchange.trader({ usdt: '1000' });
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        outcomeOf(nodes[index % 2 === 0 ? 0 : 1].placeOrder(user, orderRequest('buy', '1', '90'))),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(11);
    expect(outcomes.filter((outcome) => outcome === 'INSUFFICIENT_BALANCE')).toHaveLength(19);
    expect(await exchange.balances(user)).toEqual({ btc: '0+0', usdt: '10+990' });
  });

  it('two markets never spend the house’s money twice', async () => {
    await exchange.fundHouse({ usdt: '1000' });
    await exchange.feed.append(OTHER_SYMBOL, { price: '100' });
    const user = await exchange.trader({ btc: '100' });
    await exchange.db.transaction((tx) => postEntries(tx, [deposit(accountOf(user, CURRENCY.ETH), '100')]));
    const selling = (request: OrderRequest, index: number) =>
      outcomeOf(nodes[index % 2 === 0 ? 0 : 1].placeOrder(user, request));
    const ofBitcoin = orderRequest('sell', '1');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        selling(index % 2 === 0 ? ofBitcoin : { ...ofBitcoin, baseId: CURRENCY.ETH }, index),
      ),
    );
    expect([...new Set(outcomes)].toSorted()).toEqual(['NO_LIQUIDITY', 'done']);
    // 99.98 each: ten fit into 1000, of the eleventh a part.
    const [sold] = await rowsOf<{ quote: string }>(
      exchange.db,
      sql`select sum(filled_quote)::text as quote from spot_orders where user_id = ${user}`,
    );
    expect(compare(decimal(sold?.quote ?? '0'), decimal('1000'))).toBe(-1);
    expect(compare(decimal(sold?.quote ?? '0'), decimal('999.99'))).toBe(1);
  });

  it.runIf(isLong)('random actions leave the books in balance, and no buyer waits above a seller', async () => {
    await exchange.fundHouse({ btc: '10', usdt: '1000' });
    const traders = await Promise.all(Array.from({ length: 12 }, () => exchange.trader({ btc: '10', usdt: '1000' })));
    const acts = fc.sample(histories, { numRuns: traders.length, seed: 7 });
    const moves = ['100.5', '99.4', '100.1', '99.8', '101', '100'];
    await Promise.all([
      ...traders.map((userId, index) => live(nodes[index % 2 === 0 ? 0 : 1], userId, acts[index] ?? [])),
      movePrice(moves),
    ]);
    await exchange.spot.sweepMarket(exchange.marketId);
    const [book] = await rowsOf<{ is_crossed: boolean | null; fills: number }>(
      exchange.db,
      sql`select (max(price) filter (where side = 'buy')) >= (min(price) filter (where side = 'sell')) as is_crossed,
          (select count(*)::int from spot_fills) as fills
        from spot_orders where status = 'waiting' and market_id = ${exchange.marketId}`,
    );
    expect(book?.is_crossed).not.toBe(true);
    expect(book?.fills).toBeGreaterThan(100);
  });

  it('leaves the books in balance and holds the funds of waiting orders', async () => {
    expect(await exchange.faults()).toEqual([]);
  });

  /** How the order of a race ended; its replacement and its trades must add up. */
  async function endOf(id: OrderId): Promise<string> {
    const [end] = await rowsOf<{ end: string; replacements: number; is_conserved: boolean }>(
      exchange.db,
      sql`select case when o.cancel_reason = 'replaced' then 'replaced' else o.status end as end,
          (select count(*)::int from spot_orders r where r.replaces_id = o.id) as replacements,
          o.filled_quantity = coalesce((select sum(f.quantity) from spot_fills f where f.maker_order_id = o.id), 0)
            and (o.status = 'completed') = (o.filled_quantity = o.quantity) and o.held_amount = 0 as is_conserved
        from spot_orders o where o.id = ${id}`,
    );
    expect(end).toMatchObject({ replacements: end?.end === 'replaced' ? 1 : 0, is_conserved: true });
    return end?.end ?? 'missing';
  }

  async function replenish(seller: UserId): Promise<void> {
    await exchange.db.transaction((tx) => postEntries(tx, [deposit(accountOf(seller, CURRENCY.BTC), '0.1')]));
  }

  async function live(node: SpotService, userId: UserId, acts: readonly Act[]): Promise<void> {
    const placed: OrderId[] = [];
    for (const act of acts) {
      if (act.isCancel) await outcomeOf(node.cancelOrder(userId, { id: placed.at(-1) ?? (1 as OrderId) }));
      else {
        const price =
          act.tick === undefined
            ? undefined
            : `${99 + Math.floor(act.tick / 100)}.${String(act.tick % 100).padStart(2, '0')}`;
        const request = { ...orderRequest(act.side, `0.${act.lots}`, price), clientRequestId: randomUUID() };
        await outcomeOf(node.placeOrder(userId, request).then(({ id }) => placed.push(id)));
      }
    }
  }

  async function movePrice(prices: readonly string[]): Promise<void> {
    for (const price of prices) {
      await exchange.feed.append(SYMBOL, { price });
      await Promise.all(nodes.map((node) => node.sweepMarket(exchange.marketId)));
    }
  }
});

// Nothing ever waits for a lock on PGlite.
describe.each(engines.filter((engine) => engine === 'postgres'))('a turn on %s', (engine) => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
  });
  afterAll(() => exchange.close());

  it('trades at the current price, not at the price of when the order was queued', async () => {
    await exchange.fundHouse({ btc: '10' });
    await exchange.feed.append(SYMBOL, { price: '100' });
    const user = await exchange.trader({ usdt: '1000' });
    let placing: Promise<unknown> = Promise.resolve();
    await exchange.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from markets where id = ${exchange.marketId} for no key update`);
      placing = exchange.market(user, 'buy', '1');
      await until(async () => (await waitingForLocks()) === 1);
      await exchange.feed.append(SYMBOL, { price: '200' });
    });
    expect(await placing).toMatchObject({ referencePrice: '200', averagePrice: '200.04' });
  });

  async function waitingForLocks(): Promise<number> {
    const [row] = await rowsOf<{ waiting: number }>(
      exchange.db,
      sql`select count(*)::int as waiting from pg_locks l
        where not l.granted and l.pid in (select pid from pg_stat_activity where datname = current_database())`,
    );
    return row?.waiting ?? 0;
  }
});

/** Repeats a query until it holds; the test's time limit ends it otherwise. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) continue;
}

type Act = {
  readonly isCancel: boolean;
  readonly side: Side;
  readonly tick: number | undefined;
  readonly lots: number;
};

const histories = fc.array(
  fc.record({
    isCancel: fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
    side: fc.constantFrom<Side>('buy', 'sell'),
    tick: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined, freq: 3 }),
    lots: fc.integer({ min: 10, max: 99 }),
  }),
  { minLength: 25, maxLength: 25 },
);
