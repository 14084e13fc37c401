/** Receipts of settled options: written with the settlement, open to whoever can name the option and its terms. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import { getReceipt, type OptionReceipt } from '@halyard/contract/calls/fairness';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { referenceOf } from './ledgerEntries.ts';

/** Throws `BusinessError('OPTION_NOT_FOUND')`, also while the option is not settled. */
export async function readReceipt(
  reader: Reader,
  { id, termsHash }: RequestOf<typeof getReceipt>,
): Promise<OptionReceipt> {
  const [row] = await rowsOf<{ receipt: z.input<typeof getReceipt.answer>; entries: readonly string[] }>(
    reader,
    sql`select r.receipt, array(
        select e.id::text from ledger_entries e where e.reference = ${referenceOf({ id })} order by e.id
      ) as entries
      from option_receipts r join options o on o.id = r.option_id
      where r.option_id = ${id} and o.terms_hash = ${termsHash}`,
  );
  if (row === undefined) throw new BusinessError('OPTION_NOT_FOUND');
  return z.decode(getReceipt.answer, { ...row.receipt, entries: [...row.entries] });
}
