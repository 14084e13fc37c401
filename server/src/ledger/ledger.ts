/**
 * The ledger: the only writer of balances. A ledger entry is a journal entry whose postings sum to zero in each
 * currency.
 */
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import { BusinessError } from '../calls/callHandler.ts';
import { emit, rowsOfFixed, type Transaction } from '../db/database.ts';
import type { FundedAccount } from './accounts.ts';
import { toArrays, type Posting } from './batch.ts';

const LEDGER_POST = { name: 'ledger_post', text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused' };

/** Kinds of ledger entries. */
export type EntryKind = UserEntryKind | `${FundedAccount}_capital` | 'rebate_accrue' | 'rebate_lapse';

/** One entry of the journal. `reference` names its cause, e.g. `order:17`. */
export type LedgerEntry = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly postings: readonly Posting[];
};

/**
 * Posts ledger entries in their order, all or none, in one statement, and emits the changed balances. Throws
 * `BusinessError('INSUFFICIENT_BALANCE')` when an entry would take an account below zero; no balance has changed then,
 * and the transaction can continue. Any other error is a fault of the caller: an entry without postings, one that is
 * not balanced per currency, or one with more than 18 decimals.
 *
 * All batches lock their accounts in one order, so a transaction must post only one batch: a second one could deadlock
 * with another transaction.
 */
export async function postEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [row] = await rowsOfFixed<{ refused: number | null }>(tx, LEDGER_POST, toArrays(entries));
  if (row?.refused !== null) throw new BusinessError('INSUFFICIENT_BALANCE');
  for (const { account } of entries.flatMap(({ postings }) => postings)) {
    if ('house' in account) continue;
    const { userId, kind, currencyId } = account;
    emit(tx, { type: 'balances-changed', userId, balances: [{ kind, currencyId }] });
  }
}
