// The exchange survives kill -9: the real server process is killed again and again under sixteen traders who repeat
// each write under its id until it is answered; then every acknowledged write exists once, and the ledger balances.
//
//   KILL_POINTS=20 npx vitest run server/src/testing/crash/crash.test.ts     as many kills, as by night
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, decimal } from '@halyard/contract/money';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readCount } from '../../operator/command.ts';
import { putEmptyDatabase } from '../emptyDatabase.ts';
import { flatFeed } from '../flatFeed.ts';
import { createExchangeProcess } from './exchangeProcess.ts';
import { openTrader, type Trader } from './trader.ts';

const KILLS = readCount(process.env['KILL_POINTS'] ?? '3', 'KILL_POINTS', 10_000);
const TRADERS = 16;
/** Orders that must be acknowledged between two kills, so that every kill interrupts real work. */
const ORDERS_BETWEEN_KILLS = 40;

describe('an exchange that is killed again and again under sixteen traders', () => {
  let dataDir: string;
  let traders: Trader[];
  let open: OpenDatabase | undefined;
  const db = () => {
    if (open === undefined) throw new Error('the database is not open');
    return open.db;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-crash-'));
    await putEmptyDatabase(dataDir);
    const exchange = await createExchangeProcess(dataDir, { FEED: flatFeed(dataDir) });
    await exchange.start();
    traders = [];
    for (let index = 0; index < TRADERS; index += 1) traders.push(await openTrader(exchange, `trader-${index}`));

    const end = new AbortController();
    const trading = Promise.all(traders.map((trader) => trader.trade(end.signal)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.race([trading, acknowledgedReach(traders, orderCount(traders) + ORDERS_BETWEEN_KILLS)]);
      await exchange.kill();
      await exchange.start();
    }
    end.abort();
    await trading;
    await exchange.stop();
    open = await openDatabase({ dataDir });
  });

  afterAll(async () => {
    await open?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('made real progress between the kills', () => {
    expect(orderCount(traders)).toBeGreaterThanOrEqual(KILLS * ORDERS_BETWEEN_KILLS);
    expect(traders.flatMap((trader) => trader.acknowledged.cancels).length).toBeGreaterThan(0);
  });

  it('has every acknowledged order once, filled at least as far as answered', async () => {
    const rows = await rowsOf<{ id: number; client_request_id: string; filled_quantity: string }>(
      db(),
      sql`select id::int as id, client_request_id::text, filled_quantity from spot_orders where client_request_id is not null`,
    );
    expect(new Set(rows.map((row) => row.client_request_id)).size).toBe(rows.length);
    const byRequest = new Map(rows.map((row) => [row.client_request_id, row]));
    for (const order of traders.flatMap((trader) => trader.acknowledged.orders)) {
      const row = byRequest.get(order.requestId);
      expect(row?.id).toBe(order.id);
      expect(
        compare(decimal(row?.filled_quantity ?? '-1'), order.filledQuantity ?? decimal('0')),
      ).toBeGreaterThanOrEqual(0);
    }
  });

  it('has every acknowledged cancel', async () => {
    const rows = await rowsOf<{ id: number; status: string }>(db(), sql`select id::int as id, status from spot_orders`);
    const statuses = new Map(rows.map((row) => [row.id, row.status]));
    const cancelled = traders.flatMap((trader) => trader.acknowledged.cancels).map(({ id }) => statuses.get(id));
    expect(new Set(cancelled)).toEqual(new Set(['cancelled']));
  });

  it('credited every test fund exactly once', async () => {
    const rows = await rowsOf<{ user_id: number; currency_id: number; funded: string; entries: number }>(
      db(),
      sql`select a.user_id, a.currency_id, sum(p.available) as funded, count(*)::int as entries
          from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id
          where e.kind = 'sandbox_fund' and a.user_id is not null group by 1, 2`,
    );
    const funded = new Map(rows.map((row) => [`${row.user_id}:${row.currency_id}`, row]));
    for (const trader of traders) {
      for (const fund of trader.acknowledged.funds) {
        const row = funded.get(`${trader.userId}:${fund.currencyId}`);
        expect(row?.entries).toBe(1);
        expect(decimal(row?.funded ?? '0')).toBe(fund.amount);
      }
    }
  });

  it('keeps the ledger consistent: entries and currencies sum to zero, postings equal the balances, nothing is negative', async () => {
    expect(await checkBooks(db())).toEqual([]);
  });

  it('holds for each user exactly the amounts of the open orders', async () => {
    const faults = await rowsOf(
      db(),
      sql`select a.id, a.held, coalesce(sum(o.held_amount), 0) as wanted
          from ledger_accounts a
          left join (
            select o.user_id, o.held_amount, case o.side when 'buy' then m.quote_id else m.base_id end as currency_id
            from spot_orders o join markets m on m.id = o.market_id where o.status = 'waiting'
          ) o on o.user_id = a.user_id and o.currency_id = a.currency_id
          where a.user_id is not null and a.kind = 'spot'
          group by a.id, a.held having a.held <> coalesce(sum(o.held_amount), 0)`,
    );
    expect(faults).toEqual([]);
  });

  it('has exits of one size in each group, for no more than their entry received', async () => {
    const [groups] = await rowsOf<{ exits: number; faults: number }>(
      db(),
      sql`select count(*)::int as exits, count(*) filter (where sizes > 1 or traded + open > received)::int as faults from (
            select count(distinct quantity - filled_quantity) filter (where status = 'waiting' and leg <> 'entry') as sizes,
              coalesce(sum(filled_quantity) filter (where leg <> 'entry'), 0) as traded,
              coalesce(max(quantity - filled_quantity) filter (where status = 'waiting' and leg <> 'entry'), 0) as open,
              case when bool_or(leg = 'entry') then sum(filled_quantity - fee) filter (where leg = 'entry') else 0.01 end as received
            from spot_orders where group_id is not null group by group_id) as g`,
    );
    expect(groups).toMatchObject({ faults: 0 });
    expect(groups?.exits).toBeGreaterThan(0);
  });
});

function orderCount(traders: readonly Trader[]): number {
  return traders.reduce((sum, trader) => sum + trader.acknowledged.orders.length, 0);
}

async function acknowledgedReach(traders: readonly Trader[], count: number): Promise<void> {
  while (orderCount(traders) < count) await pause(10);
}
