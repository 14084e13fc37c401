// Orders that wait for the next price survive kill -9: the real server on the frames of three venues is killed again
// and again while orders wait for the house's quotes of the next price. Each is carried out once, never at quotes of
// before its time, or still waits; nothing that it held is lost.
//
//   THOROUGH=1 KILL_POINTS=20 npx vitest run server/src/testing/crash/waitingOrders.nightly.test.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readCount } from '../../operator/command.ts';
import { putEmptyDatabase } from '../emptyDatabase.ts';
import { createFakeVenue, type FakeVenue } from '../fakeVenue.ts';
import { createExchangeProcess } from './exchangeProcess.ts';
import { openTrader, type Trader } from './trader.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '5', 'KILL_POINTS', 10_000);
const TRADERS = 6;
const ORDERS_BETWEEN_KILLS = 12;
/** An order that waits is carried out by the next price but one. */
const CARRIED_OUT_MS = 10_000;

describe('an exchange on live prices that is killed while orders wait for the next one', () => {
  let dataDir: string;
  let venues: readonly FakeVenue[];
  const traders: Trader[] = [];
  let open: OpenDatabase;
  /** Orders that waited for a price when the exchange was killed. */
  let interrupted = 0;
  const orders = () => traders.reduce((sum, { acknowledged }) => sum + acknowledged.orders.length, 0);

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-waiting-'));
    await putEmptyDatabase(dataDir);
    venues = await Promise.all(['kraken', 'okx', 'coinbase'].map(createFakeVenue));
    for (const venue of venues) {
      const symbol = venue.name === 'kraken' ? 'BTC/USDT' : 'BTC-USDT';
      venue.repeat([{ symbol, bid: '19999', ask: '20001' }]);
    }
    const exchange = await createExchangeProcess(dataDir, {
      FEED: 'live:kraken,okx,coinbase',
      LIVE_TERMS_ACCEPTED: 'yes',
      LIVE_URLS: venues.map(({ name, origin }) => `${name}=${origin}`).join(','),
    });
    await exchange.start();
    for (let index = 0; index < TRADERS; index += 1) traders.push(await openTrader(exchange, `waiting-${index}`));
    const ending = new AbortController();
    const trading = Promise.all(traders.map((trader) => trader.trade(ending.signal)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = orders() + ORDERS_BETWEEN_KILLS;
      while (orders() < wanted) await Promise.race([trading, pause(10)]);
      await exchange.kill();
      const killed = await openDatabase({ dataDir });
      const [row] = await rowsOf<{ count: number }>(
        killed.db,
        sql`select count(*)::integer as count from spot_orders
          where status = 'waiting' and rank is null and ladder_from is not null`,
      );
      interrupted += row?.count ?? 0;
      await killed.close();
      await exchange.start();
    }
    ending.abort();
    await trading;
    await pause(CARRIED_OUT_MS);
    await exchange.stop();
    open = await openDatabase({ dataDir });
  });

  afterAll(async () => {
    await open.close();
    await Promise.all(venues.map((venue) => venue.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  it('interrupted orders that waited, and filled such orders', async () => {
    expect(interrupted).toBeGreaterThan(0);
    const [row] = await rowsOf<{ filled: number }>(
      open.db,
      sql`select count(distinct o.id)::integer as filled from spot_orders o join spot_fills f on f.taker_order_id = o.id
        where o.ladder_from is not null and f.maker_order_id is null`,
    );
    expect(row?.filled).toBeGreaterThan(0);
  });

  it('met the house only from the time of the order on, and left none waiting for a price that came', async () => {
    const early = await rowsOf(
      open.db,
      sql`select o.id from spot_orders o join spot_fills f on f.taker_order_id = o.id
        where f.maker_order_id is null and (o.ladder_from is null or f.created_at < o.ladder_from
          or o.ladder_from < o.created_at + interval '1 second')`,
    );
    expect(early).toEqual([]);
    const forgotten = await rowsOf(
      open.db,
      sql`select o.id from spot_orders o join markets m on m.id = o.market_id join price_series s on s.id = m.series_id
        where o.status = 'waiting' and o.rank is null and o.ladder_from <= s.last_at - interval '3 seconds'`,
    );
    expect(forgotten).toEqual([]);
  });

  it('carried each out once: fills are what orders have, and the books balance', async () => {
    const faults = await rowsOf(
      open.db,
      sql`select o.id from spot_orders o left join spot_fills f on o.id in (f.taker_order_id, f.maker_order_id)
        group by o.id having o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.filled_quantity > o.quantity`,
    );
    expect(faults).toEqual([]);
    expect(await checkBooks(open.db)).toEqual([]);
    const holds = await rowsOf(
      open.db,
      sql`select a.id from ledger_accounts a
          left join (
            select o.user_id, o.held_amount, case o.side when 'buy' then m.quote_id else m.base_id end as currency_id
            from spot_orders o join markets m on m.id = o.market_id where o.status = 'waiting'
          ) o on o.user_id = a.user_id and o.currency_id = a.currency_id
          where a.user_id is not null and a.kind = 'spot'
          group by a.id, a.held having a.held <> coalesce(sum(o.held_amount), 0)`,
    );
    expect(holds).toEqual([]);
  });
});
