/**
 * The ledger: the only writer of balances. Ledger entries are journal entries whose postings sum to zero in each
 * currency.
 */
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import { rowsOfFixed, type Transaction } from '../db/database.ts';
import { BusinessError } from '../calls/errors.ts';
import type { FundedAccount } from './accounts.ts';
import { toArrays, type Posting } from './batch.ts';

const LEDGER_POST = { name: 'ledger_post', text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused' };

/** Why money moves; our own unique names. */
export type EntryKind = UserEntryKind | `${FundedAccount}_capital` | 'rebate_accrue' | 'rebate_lapse';

/** One entry of the journal. `reference` names what it belongs to, e.g. `order:17`. */
export type LedgerEntry = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly postings: readonly Posting[];
};

/**
 * Posts ledger entries in their order, all or none, in one statement. Throws `BusinessError('INSUFFICIENT_BALANCE')`
 * when a ledger entry would take an account below zero; no balance has changed then, and the transaction can go on. Any
 * other error is a fault of the caller: a ledger entry that moves nothing, that is not in balance per currency, or that
 * is finer than 18 places.
 *
 * All batches lock their accounts in one order, so a transaction posts one batch: the second of two could deadlock with
 * another transaction's.
 */
export async function postEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [row] = await rowsOfFixed<{ refused: number | null }>(tx, LEDGER_POST, toArrays(entries));
  if (row?.refused !== null) throw new BusinessError('INSUFFICIENT_BALANCE');
}
