/** The currencies that a wallet shows. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { ACCOUNT_FLAGS, ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { type Reader, rowsOf } from '../../db/database.ts';

/** A currency and what it is used for. */
export type CurrencyRecord = {
  readonly id: CurrencyId;
  readonly name: string;
  /** Display name; null when none is set. */
  readonly title: string | null;
  readonly isSpot: boolean;
  readonly isFutures: boolean;
  readonly isOption: boolean;
};

/** All currencies in their order. */
export async function listCurrencyRecords(reader: Reader): Promise<CurrencyRecord[]> {
  return rowsOf<CurrencyRecord>(
    reader,
    sql`select id, name, title, is_spot as "isSpot", is_futures as "isFutures", is_option as "isOption"
      from currencies order by sort, id`,
  );
}

/** The accounts that a currency can be transferred between, in order. */
export function accountsOf(currency: CurrencyRecord): AccountKind[] {
  return ACCOUNT_KINDS.filter((kind) => currency[ACCOUNT_FLAGS[kind]]);
}
