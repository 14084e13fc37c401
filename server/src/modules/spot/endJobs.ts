/**
 * Jobs that end orders without their user: each order whose end has come, and all of a market at its announced time.
 */
import { sql } from 'drizzle-orm';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import { rowsOf, sqlNow, type Database, type Transaction } from '../../db/database.ts';
import { addJob, type LeaseJob } from '../../jobs/job.ts';
import { DELIST } from '../../market/marketRecord.ts';
import type { ModuleDeps } from '../../module.ts';
import type { SpotOrder } from './spotOrder.ts';

const EXPIRE = 'spot.expire';
/** Each waits for its market's lock. */
const AT_ONCE = 8;

type Expiring = { readonly expireOrder: (userId: UserId, id: OrderId) => Promise<unknown> };

/** Cancels an order whose end has come. */
export function createExpireJob({ expireOrder }: Expiring): LeaseJob {
  return {
    name: EXPIRE,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    // Once more after a crash: an order that has ended stays as it is.
    run: async ({ payload }) => {
      await expireOrder(payload['userId'] as UserId, payload['orderId'] as OrderId);
      return 'done';
    },
  };
}

/** Writes a job for each order with an end, in the transaction that places it. */
export async function scheduleExpiries(tx: Transaction, placed: readonly SpotOrder[]): Promise<void> {
  const jobs = placed.flatMap(({ id, userId, status, expiresAt }) =>
    expiresAt === undefined || status !== 'waiting'
      ? []
      : [{ kind: EXPIRE, key: String(id), dueAtMs: Date.parse(expiresAt), payload: { userId, orderId: id } }],
  );
  await addJob(tx, jobs);
}

const POLL_AGAIN_MS = 1000;
const USERS_AT_ONCE = 100;

type DelistDeps = Pick<ModuleDeps, 'db' | 'events' | 'clock'> & {
  /** Cancels all waiting orders of a user in a market. */
  readonly cancelInMarket: (marketId: MarketId, userId: UserId) => Promise<unknown>;
};

/**
 * Ends a market at its announced time: no new order, all waiting orders cancelled. Options and positions end by the
 * rule of the end of a price series; when nothing is open any more the market is hidden, and its last price values
 * nothing. Each step may be repeated after a crash.
 */
export function createDelistJob(deps: DelistDeps): LeaseJob {
  return {
    name: DELIST,
    mode: 'lease',
    atOnceMax: 1,
    run: async ({ key: id }, { signal }) => {
      const marketId = Number(id) as MarketId;
      const symbol = await closeMarket(deps, marketId);
      if (symbol === undefined) return 'done';
      deps.events.publish({ type: 'markets-changed' });
      deps.events.publish({ type: 'market-status-changed', marketId, symbol });
      while (!signal.aborted && (await cancelSome(deps, marketId))) continue;
      return (await hideMarket(deps.db, marketId)) ? 'done' : { againInMs: POLL_AGAIN_MS };
    },
  };
}

/**
 * Ends the market under its lock, after which no order enters; its symbol, or undefined when its end was taken back.
 */
async function closeMarket({ db, clock }: DelistDeps, marketId: MarketId): Promise<string | undefined> {
  const [row] = await rowsOf<{ symbol: string }>(
    db,
    sql`update markets set status = 'feed-ended', delisted_at = coalesce(delisted_at, ${sqlNow(clock)})
      where id = ${marketId} and delists_at <= ${sqlNow(clock)} returning symbol`,
  );
  return row?.symbol;
}

async function cancelSome({ db, cancelInMarket }: DelistDeps, marketId: MarketId): Promise<boolean> {
  const rows = await rowsOf<{ user_id: UserId }>(
    db,
    sql`select distinct user_id from spot_orders where market_id = ${marketId} and status = 'waiting' limit ${USERS_AT_ONCE}`,
  );
  for (const { user_id: userId } of rows) await cancelInMarket(marketId, userId);
  return rows.length > 0;
}

/** Hides the market unless something is open there. */
async function hideMarket(db: Database, marketId: MarketId): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update markets m set is_displayed = false, series_id = null where m.id = ${marketId}
      and not exists (select from options o where o.market_id = m.id and o.settled_at is null)
      and not exists (select from futures_positions p where p.market_id = m.id and p.status in ('pending', 'trading'))
      and not exists (select from spot_orders o where o.market_id = m.id and o.status = 'waiting')
      returning m.id`,
  );
  return rows.length > 0;
}
