/** Paying interest by days, and releasing principals at the end. */
import { add } from '@halyard/contract/money';
import { daysOver, interestOfDay, interestThrough, type InterestDay } from '@halyard/contract/trust/rules';
import { DAY_MS, addDays } from '@halyard/contract/time';
import type { Transaction } from '../../db/database.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import type { Clock } from '../../clock.ts';
import { addJob, ONLY, type TransactionJob } from '../../jobs/job.ts';
import { interestEntry, matureEntry } from './ledgerEntries.ts';
import { type OrderRecord, takeDueOrders, writePaid, type PaidOrder, isAnyDue, emitOrder } from './ordersRepository.ts';

/** Facts about a trust order that has matured. */
type TrustFacts = {
  readonly currency: string;
  readonly days: number;
  readonly amount: string;
  /** Interest of the whole term. */
  readonly interest: string;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly trust: TrustFacts;
  }
}

/** A payment with its ledger entries. */
export type Paid = PaidOrder & { readonly entries: readonly LedgerEntry[] };

/**
 * Pays the past days of an order, in their order, at most `most` of them; with the last one the principal is released
 * and the order is completed. Nothing is written yet.
 */
export function payDays(order: OrderRecord, nowMs: number, most: number = order.days): Paid {
  const { interest, days, boughtOn } = order;
  const last = Math.min(daysOver(boughtOn, days, nowMs), order.paidDays + most);
  const payments: InterestDay[] = [];
  for (let day = order.paidDays + 1; day <= last; day += 1) {
    const [amount, total] = [interestOfDay(interest, day, days), interestThrough(interest, day, days)];
    payments.push({ day, date: addDays(boughtOn, day), amount, total });
  }
  const isOver = last === days;
  const at = new Date(nowMs).toISOString();
  const paid = add(order.paid, ...payments.map(({ amount }) => amount));
  return {
    order: {
      ...order,
      paid,
      paidDays: Math.max(order.paidDays, last),
      updatedAt: payments.length === 0 ? order.updatedAt : at,
      ...(isOver && { status: 'completed', endedAt: at }),
    },
    payments,
    entries: [...payments.map(({ amount }) => interestEntry(order, amount)), ...(isOver ? [matureEntry(order)] : [])],
  };
}

/**
 * Writes payments of orders that the caller has locked, with events of completed ones, and posts `more` behind them.
 */
export async function writePayments(
  tx: Transaction,
  paid: readonly Paid[],
  more: readonly LedgerEntry[] = [],
): Promise<void> {
  await writePaid(tx, paid);
  const completed = paid.filter(({ order }) => order.status === 'completed');
  if (completed.length > 0) await writeUserEvents(tx, completed.map(completedEvent));
  await postEntries(tx, [...paid.flatMap(({ entries }) => entries), ...more]);
  for (const { order } of paid) emitOrder(tx, order);
}

/**
 * Pays one day of each of at most `limit` due orders, the earliest first; returns them. Missed days are thus paid in
 * order, in bounded memory.
 */
async function payBatch(tx: Transaction, nowMs: number, limit: number): Promise<readonly OrderRecord[]> {
  const due = await takeDueOrders(tx, nowMs, limit);
  const paid = due.map((order) => payDays(order, nowMs, 1));
  await writePayments(tx, paid);
  return paid.map(({ order }) => order);
}

function completedEvent({ order }: Paid) {
  const { id, userId, terms, days, amount, interest, updatedAt } = order;
  return {
    userId,
    ref: id,
    at: updatedAt,
    facts: { subject: 'trust', currency: terms.currency, days, amount, interest },
  } as const;
}

const PAY = 'trust.pay';
/** The embedded database runs nothing else meanwhile. */
const ORDERS_AT_ONCE = 200;
/** For orders that another transaction had locked. */
const RETRY_MS = 1000;

export function createPayJob(
  { clock }: { readonly clock: Clock },
  ordersAtOnce: number = ORDERS_AT_ONCE,
): TransactionJob {
  return {
    name: PAY,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: PAY, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const nowMs = clock.nowMs();
      const paid = await payBatch(tx, nowMs, ordersAtOnce);
      if (paid.length > 0) return { againInMs: 0 };
      const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
      return (await isAnyDue(tx, nowMs)) ? { againInMs: RETRY_MS } : { againAtMs: midnightMs };
    },
  };
}
