/** Writing the changes of markets' books in their transaction, with their events. */
import { BusinessError } from '../../../calls/callHandler.ts';
import { emit, type Transaction } from '../../../db/database.ts';
import type { AnswerRow } from '../../../db/runOnce.ts';
import { postEntries, type LedgerEntry } from '../../../ledger/ledger.ts';
import { hasOrderEvent, writeBook } from '../bookRepository.ts';
import { scheduleExpiries } from '../endJobs.ts';
import type { EntryDraft } from '../settlement.ts';
import { toOrder } from '../spotOrder.ts';
import type { BookChanges } from './marketBook.ts';

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
