/** Paying interest by days, and releasing principals at the end; an order that is renewed ends in `renewal.ts`. */
import { add } from '@halyard/contract/money';
import { daysOver, interestOfDay, interestThrough, type InterestDay } from '@halyard/contract/trust/rules';
import { addDays } from '@halyard/contract/time';
import type { Transaction } from '../../db/database.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { interestEntry, matureEntry } from './ledgerEntries.ts';
import { type OrderRecord, writePaid, type PaidOrder, emitOrder } from './ordersRepository.ts';
import { completedEvent, readNotices } from './renewalEvents.ts';

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
 * Writes payments of orders that the caller has locked, with events of completed ones and of those that are renewed a
 * day later, and posts `more` behind them.
 */
export async function writePayments(
  tx: Transaction,
  paid: readonly Paid[],
  more: readonly LedgerEntry[] = [],
): Promise<void> {
  await writePaid(tx, paid);
  const completed = paid.filter(({ order }) => order.status === 'completed');
  const events = [
    ...completed.map(({ order }) => completedEvent(order)),
    ...(await readNotices(
      tx,
      paid.map(({ order }) => order),
    )),
  ];
  if (events.length > 0) await writeUserEvents(tx, events);
  await postEntries(tx, [...paid.flatMap(({ entries }) => entries), ...more]);
  for (const { order } of paid) emitOrder(tx, order);
}
