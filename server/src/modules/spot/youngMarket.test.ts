// The cost of a batch of orders does not depend on the size of the market when its session began: a session plans its
// queries while there are few orders, and caches those plans.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { openSpotMarket, type SpotMarket } from '../../testing/spotMarket.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';

const WAITING = 3000;

describe.each(await testEnginesByNight())('a market that was young when its session began, on %s', (engine) => {
  let exchange: SpotMarket;
  beforeAll(async () => {
    exchange = await openSpotMarket(engine);
    await exchange.feed.append('BTC/USDT', { price: '100' });
    // As autovacuum does now and then: the statistics show few orders.
    await exchange.db.execute('vacuum analyze spot_orders');
  });
  afterAll(() => exchange.close());

  /** Number of orders that the database reads to open a batch of one order, whose own id it names. */
  async function seenByOne(tx: Transaction, userId: number): Promise<number> {
    const before = await seen(tx);
    await tx.execute(sql`select spot_open(${exchange.marketId}, array[${userId}::int], array[]::int[],
      array[1::bigint], array[]::int[], 1, 'NaN', 'NaN', 8, 100, array[]::int[], array[]::text[], now())`);
    return (await seen(tx)) - before;
  }
  async function seen(tx: Transaction): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      tx,
      sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'spot_orders'`,
    );
    return row?.count ?? Number.NaN;
  }

  it('reads no unrelated waiting orders', async () => {
    const userId = await exchange.trader({ usdt: '100' });
    await exchange.db.transaction(async (tx) => {
      for (let n = 0; n < 3; n += 1) await seenByOne(tx, userId);
      await tx.execute(sql`insert into spot_orders
          (user_id, market_id, side, order_type, status, price, quantity, held_amount, rank, maker_fee_rate, taker_fee_rate)
        select ${userId}, ${exchange.marketId}, 'buy', 'limit', 'waiting', 50, 1, 50, n, 0, 0 from generate_series(1, ${WAITING}::int) n`);
      expect(await seenByOne(tx, userId)).toBeLessThan(10);
    });
  });
});
