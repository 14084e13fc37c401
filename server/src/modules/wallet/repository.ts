/** The currencies that a wallet shows. */
import { sql, type SQL } from 'drizzle-orm';
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
  return select(reader, sql`true`);
}

/** One currency. */
export async function findCurrency(reader: Reader, id: CurrencyId): Promise<CurrencyRecord | undefined> {
  return (await select(reader, sql`id = ${id}`))[0];
}

async function select(reader: Reader, condition: SQL): Promise<CurrencyRecord[]> {
  return rowsOf<CurrencyRecord>(
    reader,
    sql`select id, name, is_spot as "isSpot", is_contract as "isContract", is_option as "isOption"
      from currencies where ${condition} order by sort, id`,
  );
}
