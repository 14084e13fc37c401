/** Transfers between two accounts of one user: the row and its ledger entry. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { negate, ZERO, type Decimal } from '@halyard/contract/money';
import { isoText, rowsOf, rowsOfFixed, type Database, type Transaction } from '../db/database.ts';
import type { AnswerRow } from '../db/runOnce.ts';
import { toArrays, type LedgerEntry, type Posting } from './ledger.ts';

/** A transfer to be written. */
export type NewTransfer = {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Decimal;
  readonly clientRequestId: string | undefined;
};

/**
 * Writes a transfer, whose time equals that of its ledger entry because both belong to one transaction. The caller
 * posts the entry.
 */
export async function writeTransfer(
  tx: Transaction,
  { userId, currencyId, from, to, amount, clientRequestId }: NewTransfer,
): Promise<{ readonly id: number; readonly at: string; readonly entry: LedgerEntry }> {
  const [row] = await rowsOf<{ id: number; at: string }>(
    tx,
    sql`insert into transfers (user_id, currency_id, from_kind, to_kind, amount, client_request_id)
      values (${userId}, ${currencyId}, ${from}, ${to}, ${amount}, ${clientRequestId ?? null})
      returning id, ${isoText(sql`created_at`)} as at`,
    'insert_transfer',
  );
  if (row === undefined) throw new Error('a transfer was not written');
  const entry = entryOf({ userId, currencyId, from, to, amount }, `transfer:${row.id}`);
  return { ...row, entry };
}

/** A transfer under a request id, with its answer in wire form except for `id` and `at`. */
export type RequestedTransfer = NewTransfer & {
  readonly clientRequestId: string;
  /** When it must not begin any more; null for an id that does not expire. */
  readonly expiresAt: string | null;
  readonly bodyHash: string;
  readonly answer: Readonly<Record<string, unknown>>;
};

/** Result of `transfers_write.sql` for a batch of transfers. */
export type TransfersOutcome =
  | { readonly at: string; readonly ids: readonly number[] }
  | { readonly first: readonly AnswerRow[] }
  | { readonly expired: readonly number[] }
  | { readonly refused: number };

const TRANSFERS_WRITE = {
  name: 'transfers_write',
  text: 'select transfers_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as outcome',
};

/**
 * Makes a batch of transfers, all or none, in a transaction of its own. `waits` are advisory locks that it takes
 * shared.
 */
export async function writeTransfers(
  db: Database,
  transfers: readonly RequestedTransfer[],
  waits: readonly number[],
): Promise<TransfersOutcome> {
  const asked = transfers.map((transfer, index) => ({
    n: index + 1,
    user_id: transfer.userId,
    request_id: transfer.clientRequestId,
    expires_at: transfer.expiresAt,
    body_hash: transfer.bodyHash,
    currency_id: transfer.currencyId,
    from_kind: transfer.from,
    to_kind: transfer.to,
    amount: transfer.amount,
    answer: transfer.answer,
  }));
  // The SQL function makes the references together with the ids.
  const [kinds, , ...arrays] = toArrays(transfers.map((transfer) => entryOf(transfer, '')));
  const params = [JSON.stringify(asked), waits, kinds, ...arrays];
  const [row] = await rowsOfFixed<{ outcome: TransfersOutcome }>(db, TRANSFERS_WRITE, params);
  if (row === undefined) throw new Error('transfers were not written');
  return row.outcome;
}

function entryOf(
  { userId, currencyId, from, to, amount }: Omit<NewTransfer, 'clientRequestId'>,
  reference: string,
): LedgerEntry {
  const change = (kind: AccountKind, available: Decimal): Posting => ({
    account: { userId, kind, currencyId },
    available,
    held: ZERO,
  });
  const postings = [change(from, negate(amount)), change(to, amount)];
  return { kind: 'transfer', reference, postings };
}
