/** Receipts of products: written when an outcome is decided, readable by the owner and by anyone with the key. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../db/database.ts';

/** The owner, or anyone with the key. */
export type Asker = { readonly userId: UserId } | { readonly key: string };

type Tables = {
  readonly receipts: string;
  /** The column of `receipts` that refers to `records`. */
  readonly column: string;
  readonly records: string;
  /** Of its ledger entries, which have no ids yet when the receipt is written. */
  readonly reference: string;
};

/** A receipt with the ids of its ledger entries and its key, as on the wire; undefined while it is not written. */
export async function readStoredReceipt<T extends object>(
  reader: Reader,
  { receipts, column, records, reference }: Tables,
  id: number,
  asker: Asker,
): Promise<(T & { entries: string[]; key: string }) | undefined> {
  const recordId = sql.identifier(column);
  const isAllowed = 'key' in asker ? sql`r.key = ${asker.key}` : sql`o.user_id = ${asker.userId}`;
  const [row] = await rowsOf<{ receipt: T; entries: readonly string[]; key: string }>(
    reader,
    sql`select r.receipt, r.key, array(
        select e.id::text from ledger_entries e where e.reference = ${reference} order by e.id
      ) as entries
      from ${sql.identifier(receipts)} r join ${sql.identifier(records)} o on o.id = r.${recordId}
      where r.${recordId} = ${id} and ${isAllowed}`,
  );
  return row && { ...row.receipt, entries: [...row.entries], key: row.key };
}
