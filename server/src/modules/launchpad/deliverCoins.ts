/**
 * The ends of an offering besides its allotment: the lock is over, or it is withdrawn. The caller has locked the
 * offering.
 */
import { sql } from 'drizzle-orm';
import type { SubscriptionId, UserId } from '@halyard/contract/ids';
import { add, decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { USERS_AT_ONCE, type ChunkDone } from './allotOffering.ts';
import { byKey } from './byKey.ts';
import { releaseEntry, unlockEntry } from './ledgerEntries.ts';
import { writeSubscriptionEvents } from './news.ts';
import type { OfferingRecord } from './offeringRow.ts';

/** Unlocks the coins of the next participants. */
export async function unlockChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, doneRow, coinId } = offering;
  const [end] = await rowsOf<{ row: number }>(
    tx,
    sql`select coalesce(max(row), 0)::int as row from offer_shares
      where offer_id = ${id} and row > ${doneRow} and row <= ${doneRow + USERS_AT_ONCE}`,
  );
  const last = Math.max(end?.row ?? 0, doneRow);
  const rows = await rowsOf<{ id: SubscriptionId; user_id: UserId; coins: string; interest: string; amount: string }>(
    tx,
    sql`select s.id, s.user_id, s.coins::text as coins, s.interest::text as interest, s.amount::text as amount
      from offer_shares p join subscriptions s on s.offer_id = p.offer_id and s.user_id = p.user_id and s.status = 'locked'
      where p.offer_id = ${id} and p.row > ${doneRow} and p.row <= ${last} order by p.row, s.id`,
  );
  const orders = rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    coinId,
    coins: decimal(row.coins),
    interest: decimal(row.interest),
    amount: decimal(row.amount),
  }));
  await postEntries(tx, orders.map(unlockEntry));
  await endOrders(tx, orders, { status: 'completed', reason: null, at });
  const users = [...byKey(orders, ({ userId }) => userId)];
  const events = users.map(([userId, own]) => {
    const total = (of: (one: (typeof own)[number]) => Decimal) => add(...own.map(of));
    const interest = total((one) => one.interest);
    const coins = add(
      interest,
      total((one) => one.coins),
    );
    return { userId, happened: 'unlocked', amount: total((one) => one.amount), coins, interest } as const;
  });
  await writeSubscriptionEvents(tx, offering, events, at);
  return { users: users.map(([userId]) => userId), doneRow: last, isOver: last < doneRow + USERS_AT_ONCE };
}

/** Releases everything of the next users, since the offering is withdrawn. */
export async function releaseChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, currencyId, withdrawReason: reason, doneRow } = offering;
  const rows = await rowsOf<{ id: SubscriptionId; user_id: UserId; amount: string }>(
    tx,
    sql`with next as (
        select distinct user_id from subscriptions where offer_id = ${id} and status in ('pending', 'passed')
        order by user_id limit ${USERS_AT_ONCE}
      ) select s.id, s.user_id, s.amount::text as amount from subscriptions s join next n on n.user_id = s.user_id
      where s.offer_id = ${id} and s.status in ('pending', 'passed') order by s.user_id, s.id`,
  );
  const orders = rows.map((row) => ({ id: row.id, userId: row.user_id, currencyId, amount: decimal(row.amount) }));
  await postEntries(tx, orders.map(releaseEntry));
  await endOrders(tx, orders, { status: 'cancelled', reason, at });
  const users = [...byKey(orders, ({ userId }) => userId)];
  const events = users.map(([userId, own]) => {
    const amount = add(...own.map((one) => one.amount));
    return { userId, happened: 'withdrawn', amount, released: amount, reason } as const;
  });
  await writeSubscriptionEvents(tx, offering, events, at);
  return { users: users.map(([userId]) => userId), doneRow, isOver: users.length < USERS_AT_ONCE };
}

async function endOrders(
  tx: Transaction,
  orders: readonly { readonly id: SubscriptionId }[],
  { status, reason, at }: { readonly status: string; readonly reason: string | null; readonly at: string },
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await tx.execute(
    sql`update subscriptions set status = ${status}, reason = ${reason}, updated_at = ${at}
      where id = any(${sql.param(ids)}::int[])`,
  );
}
