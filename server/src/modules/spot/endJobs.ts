/**
 * Jobs that end orders without their user: each order whose end has come, and all of a market at its announced time.
 */
import { sql } from 'drizzle-orm';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import { emit, rowsOf, sqlNow, type Database, type Transaction } from '../../db/database.ts';
import type { AnswerRow } from '../../db/runOnce.ts';
import { addJob, type LeaseJob } from '../../jobs/job.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { DELIST } from '../../market/marketRecord.ts';
import type { ModuleDeps } from '../../module.ts';
import { hasOrderEvent, writeBook } from './bookRepository.ts';
import type { BookChanges } from './engine/marketBook.ts';
import type { EntryDraft } from './settlement.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

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
async function scheduleExpiries(tx: Transaction, placed: readonly SpotOrder[]): Promise<void> {
  const jobs = placed.flatMap(({ id, userId, status, expiresAt }) =>
    expiresAt === undefined || status !== 'waiting'
      ? []
      : [{ kind: EXPIRE, key: String(id), dueAtMs: Date.parse(expiresAt), payload: { userId, orderId: id } }],
  );
  await addJob(tx, jobs);
}

const LOOK_AGAIN_MS = 1000;
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
      return (await hideMarket(deps.db, marketId)) ? 'done' : { againInMs: LOOK_AGAIN_MS };
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

// Writing a change of a market's book in its transaction, with its events.

/**
 * Another transaction changed a balance or a request after it was read. This transaction changed nothing and may be
 * retried.
 */
export class MovedMeanwhileError extends Error {
  constructor(what: 'a balance' | 'a request') {
    super(`${what} moved while orders were matched`);
    this.name = 'MovedMeanwhileError';
  }
}

/**
 * Writes the changes of a transaction in its markets, claims the requests that it answers and posts the money, in one
 * batch. Emits each order and each changed balance to its owner, the book to everyone. Throws {@link
 * MovedMeanwhileError}.
 */
export async function commitChanges(
  tx: Transaction,
  changes: readonly BookChanges[],
  answers: readonly AnswerRow[],
): Promise<void> {
  const entries: LedgerEntry[] = [];
  let unclaimed = answers;
  for (const change of changes) {
    if (!hasChanged(change) && unclaimed.length === 0) continue;
    const fillIds = await writeBook(tx, change, unclaimed);
    if (fillIds === undefined) throw new MovedMeanwhileError('a request');
    unclaimed = [];
    entries.push(...change.entries.map((draft) => toEntry(draft, fillIds)));
  }
  const changed = changes.filter(hasChanged);
  for (const { market, orders } of changed) {
    for (const order of orders)
      emit(tx, { type: 'order-changed', userId: order.userId, order: toOrder(order, market) });
  }
  await postOrMoved(tx, entries);
  await scheduleExpiries(
    tx,
    changes.flatMap(({ placed }) => placed),
  );
  if (changed.some(({ orders, triggered }) => triggered.length > 0 || orders.some(hasOrderEvent)))
    emit(tx, { type: 'events-written' });
  // To everyone.
  for (const { market } of changed) emit(tx, { type: 'book-changed', marketId: market.id, symbol: market.symbol });
}

function hasChanged({ orders, isMarketChanged }: BookChanges): boolean {
  return orders.length > 0 || isMarketChanged;
}

function toEntry({ kind, of, postings }: EntryDraft, fillIds: readonly number[]): LedgerEntry {
  return { kind, postings, reference: 'fill' in of ? `fill:${fillIds[of.fill]}` : `order:${of.orderId}` };
}

async function postOrMoved(tx: Transaction, entries: readonly LedgerEntry[]): Promise<void> {
  try {
    await postEntries(tx, entries);
  } catch (error) {
    if (error instanceof BusinessError && error.code === 'INSUFFICIENT_BALANCE')
      throw new MovedMeanwhileError('a balance');
    throw error;
  }
}
