import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { getReceipt, type OptionReceipt } from '@halyard/contract/transparency/calls';
import type { OptionId, UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { referenceOf } from './ledgerEntries.ts';

/** The owner, or anyone with the key. */
type Asker = { readonly userId: UserId } | { readonly key: string };

/**
 * The receipt written with the settlement. Throws `BusinessError('OPTION_NOT_FOUND')`, also while the option is open.
 */
export async function readReceipt(reader: Reader, id: OptionId, asker: Asker): Promise<OptionReceipt> {
  const isAllowed = 'key' in asker ? sql`r.key = ${asker.key}` : sql`o.user_id = ${asker.userId}`;
  const [row] = await rowsOf<{ receipt: z.input<typeof getReceipt.answer>; entries: readonly string[]; key: string }>(
    reader,
    sql`select r.receipt, r.key, array(
        select e.id::text from ledger_entries e where e.reference = ${referenceOf({ id })} order by e.id
      ) as entries
      from option_receipts r join options o on o.id = r.option_id
      where r.option_id = ${id} and ${isAllowed}`,
  );
  if (row === undefined) throw new BusinessError('OPTION_NOT_FOUND');
  return z.decode(getReceipt.answer, { ...row.receipt, entries: [...row.entries], key: row.key });
}
