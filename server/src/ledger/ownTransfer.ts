/** A transfer between two accounts of a user: its row, and the ledger entry that belongs to it. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import { negate, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Transaction } from '../db/database.ts';
import { isoText } from '../db/sqlTime.ts';
import type { Posting } from './batch.ts';
import type { LedgerEntry } from './ledger.ts';

/** What is moved. */
export type NewTransfer = {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Decimal;
  readonly clientRequestId: string | undefined;
};

/** Writes a transfer, dated as its ledger entry is: both are of one transaction. The caller posts the entry. */
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
  const change = (kind: AccountKind, available: Decimal): Posting => ({
    account: { userId, kind, currencyId },
    available,
    held: ZERO,
  });
  const postings = [change(from, negate(amount)), change(to, amount)];
  return { ...row, entry: { kind: 'transfer', reference: `transfer:${row.id}`, postings } };
}
