/**
 * Spot trading on a real database without HTTP: a market with prices of the test, users with money, and published
 * events.
 */
import { sql } from 'drizzle-orm';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import type { Order, Side } from '@halyard/contract/spot/calls';
import type { OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { OpenDatabase } from '../db/connect.ts';
import { withEvents, rowsOf, type Database } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { EventBus, ExchangeEvent } from '../events/events.ts';
import { checkBooks } from '../ledger/closings.ts';
import { postEntries, readBalance } from '../ledger/ledger.ts';
import { createSpotService, type SpotService } from '../modules/spot/service.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from './ledgerFixtures.ts';
import { createScriptedFeed, type ScriptedFeed } from './scriptedFeed.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabaseOn, usualEngine } from './testDatabase.ts';

export const SYMBOL = 'BTC/USDT';
/** Shares the house's USDT with the first market. */
export const OTHER_SYMBOL = 'ETH/USDT';
export const BTC_USDT = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;

/** Initial balances: a missing currency is zero. */
export type Balance = { readonly btc?: string; readonly usdt?: string };

export type SpotMarket = {
  readonly db: Database;
  readonly spot: SpotService;
  readonly feed: ScriptedFeed;
  readonly clock: TestClock;
  readonly events: EventBus;
  /** All published events, oldest first. */
  readonly published: ExchangeEvent[];
  readonly marketId: MarketId;
  /** A new user. */
  trader(balance: Balance): Promise<UserId>;
  /** Gives the house money to quote with. */
  fundHouse(balance: Balance): Promise<void>;
  limit(userId: UserId, side: Side, quantity: string, price: string): Promise<Order>;
  market(userId: UserId, side: Side, quantity: string): Promise<Order>;
  /** `available+held` of both currencies, as text that a test can read. */
  balances(userId: UserId): Promise<{ readonly btc: string; readonly usdt: string }>;
  /** Resets the market: cancels open orders, and starts trading at a price with no events yet. */
  reset(price: string): Promise<void>;
  /** Faults of the ledger, and balances whose holds differ from their open orders. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** An order as in a request. */
export function orderRequest(side: Side, quantity: string, price?: string): OrderRequest {
  const order = { ...BTC_USDT, side, quantity: decimal(quantity) };
  return price === undefined
    ? { ...order, orderType: 'market' }
    : { ...order, orderType: 'limit', price: decimal(price) };
}

/** Opens a fresh database with the catalogue's markets, none of which has a price yet; the house has no money. */
export async function openSpotMarket(engine?: OpenDatabase['engine']): Promise<SpotMarket> {
  return spotMarketOn(await openTestDatabaseOn(engine ?? (await usualEngine())));
}

/**
 * The same on an open database, which it closes in the end, and which may have the market of a process before: its
 * ticks and orders go on.
 */
export async function spotMarketOn(
  { db: opened, close }: Pick<OpenDatabase, 'db' | 'close'>,
  clock: TestClock = createTestClock(Date.parse('2026-01-05T00:00:00.000Z')),
): Promise<SpotMarket> {
  const events = createLocalBus({ warn: fail, error: fail });
  const db = withEvents(opened, events);
  const published: ExchangeEvent[] = [];
  events.subscribe((event) => published.push(event));
  const feed = await createScriptedFeed({ db, events, clock }, [SYMBOL, OTHER_SYMBOL]);
  const spot = createSpotService({ db, events, clock });
  const [market] = await rowsOf<{ id: number }>(db, sql`select id from markets where symbol = ${SYMBOL}`);
  return {
    db,
    spot,
    feed,
    clock,
    events,
    published,
    marketId: market?.id as MarketId,
    async trader(balance) {
      const [userId] = await insertUsers(db, 1);
      if (userId === undefined) throw new Error('no user was made');
      await give(opened, balance, (currencyId) => accountOf(userId, currencyId));
      return userId;
    },
    fundHouse: (balance) => give(db, balance, (currencyId) => ({ house: 'maker', currencyId })),
    limit: (userId, side, quantity, price) => spot.placeOrder(userId, orderRequest(side, quantity, price)),
    market: (userId, side, quantity) => spot.placeOrder(userId, orderRequest(side, quantity)),
    async balances(userId) {
      const [btc, usdt] = await Promise.all([
        readBalance(db, accountOf(userId, CURRENCY.BTC)),
        readBalance(db, accountOf(userId, CURRENCY.USDT)),
      ]);
      return { btc: both(btc), usdt: both(usdt) };
    },
    async reset(price) {
      await cancelWaiting(db, spot);
      await feed.setStatus(SYMBOL, 'trading');
      await feed.append(SYMBOL, { price });
      published.length = 0;
    },
    faults: () => findFaults(db),
    close: async () => {
      await events.close();
      await close();
    },
  };
}

type Account = ReturnType<typeof accountOf> | { readonly house: 'maker'; readonly currencyId: typeof CURRENCY.BTC };

async function give(
  db: Database,
  balance: Balance,
  account: (currencyId: typeof CURRENCY.BTC) => Account,
): Promise<void> {
  const gifts = [
    ...(balance.btc === undefined ? [] : [deposit(account(CURRENCY.BTC), balance.btc)]),
    ...(balance.usdt === undefined ? [] : [deposit(account(CURRENCY.USDT), balance.usdt)]),
  ];
  await db.transaction((tx) => postEntries(tx, gifts));
}

async function cancelWaiting(db: Database, spot: SpotService): Promise<void> {
  const waiting = await rowsOf<{ id: number; user_id: number }>(
    db,
    sql`select id::int as id, user_id from spot_orders where status = 'waiting'`,
  );
  for (const { id, user_id: userId } of waiting) await spot.cancelOrder(userId as UserId, { id: id as OrderId });
}

/**
 * Faults of a database: of the ledger, orders and balances with other holds or fills than their fields, and stops that
 * were reached without a message or have one although they were not.
 */
export async function findFaults(db: Database): Promise<string[]> {
  const books = await checkBooks(db);
  const holds = await rowsOf<{ subject: string }>(
    db,
    sql`select 'user ' || a.user_id || ' currency ' || a.currency_id || ' holds ' || a.held as subject
      from ledger_accounts a
      left join (
        select o.user_id, case o.side when 'buy' then m.quote_id else m.base_id end as currency_id, sum(o.held_amount) as held
        from spot_orders o join markets m on m.id = o.market_id where o.status = 'waiting' group by 1, 2
      ) as waiting on waiting.user_id = a.user_id and waiting.currency_id = a.currency_id
      where a.kind = 'spot' and a.held <> coalesce(waiting.held, 0)
      union all
      select 'order ' || o.id || ' holds ' || o.held_amount from spot_orders o
      where o.held_amount <> case
        when o.status <> 'waiting' then 0
        when o.leg in ('take_profit', 'stop_loss') or (o.side = 'buy' and o.price is null) then o.held_amount
        when o.side = 'buy' then (o.quantity - o.filled_quantity) * o.price
        else o.quantity - o.filled_quantity end
      union all
      select 'exits of group ' || o.group_id || ' hold ' || sum(o.held_amount) from spot_orders o
      where o.status = 'waiting' and o.leg in ('take_profit', 'stop_loss')
      group by o.group_id having sum(o.held_amount) <> max((o.quantity - o.filled_quantity) * case o.side when 'buy' then o.price else 1 end)
        and not bool_or(o.side = 'buy' and o.price is null)
      union all
      select 'order ' || o.id || ' says it filled ' || o.filled_quantity from spot_orders o
      left join (
        select taker_order_id as order_id, quantity, price from spot_fills
        union all select maker_order_id, quantity, price from spot_fills
      ) as f on f.order_id = o.id
      group by o.id having o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.filled_quote <> coalesce(sum(f.quantity * f.price), 0)
      union all
      select 'stop ' || o.id || ' has ' || count(e.ref) || ' messages' from spot_orders o
      left join spot_orders b on b.id = o.replaces_id
      left join user_events e on e.subject = 'stop' and e.ref = o.id and e.user_id = o.user_id
      group by o.id, b.id having count(e.ref) <> (o.triggered_at is not null and b.triggered_at is null)::int`,
  );
  return [...books.map(({ rule, subject }) => `${rule}: ${subject}`), ...holds.map(({ subject }) => subject)];
}

function both({ available, held }: { readonly available: Decimal; readonly held: Decimal }): string {
  return `${available}+${held}`;
}

function fail(details: unknown): never {
  throw new Error('a listener failed', { cause: details });
}
