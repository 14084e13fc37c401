/** The currencies that a wallet shows. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import { rowsOf, type Reader } from '../../db/database.ts';

/** A currency and what it is used for. */
export type CurrencyRecord = {
  readonly id: CurrencyId;
  readonly name: string;
  readonly isSpot: boolean;
  readonly isContract: boolean;
  readonly isOption: boolean;
};

/** All currencies in their order. */
export async function listCurrencyRecords(reader: Reader): Promise<CurrencyRecord[]> {
  return rowsOf<CurrencyRecord>(
    reader,
    sql`select id, name, is_spot as "isSpot", is_contract as "isContract", is_option as "isOption"
      from currencies order by sort, id`,
  );
}
