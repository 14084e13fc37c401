/** Capital of the house in the sandbox: for quoting, payouts and insurance. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { decimal, negate, ZERO } from '@halyard/contract/money';
import { PRODUCTS } from '@halyard/contract/products';
import { rowsOf, type Database } from '../db/database.ts';
import { postEntries, type FundedAccount, type LedgerEntry } from './ledger.ts';

// In units of each currency: enough that it never limits a ladder (the largest side is worth 315,000 USDT a tick) or
// any option or position of the first terms.
const CAPITAL = decimal('1000000000');

const CAPITAL_LOCK = 7_204_121;

const FUNDED: readonly { readonly account: FundedAccount; readonly currencies?: string }[] = PRODUCTS.flatMap(
  ({ capital }) => [...capital],
);

/**
 * Posts the capital of the house's accounts from outside, in the currencies that products declare. Each is posted once.
 * Only for the sandbox: elsewhere the operator funds them.
 */
export async function seedHouseCapital(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CAPITAL_LOCK})`);
    const missing = await rowsOf<{ id: number; account: FundedAccount }>(
      tx,
      sql`select c.id, h.account from currencies c
          join json_to_recordset(${JSON.stringify(FUNDED)}::text::json) as h (account text, currencies text)
          on case h.currencies when 'isSpot' then c.is_spot when 'isOption' then c.is_option
            when 'isFutures' then c.is_futures end
        where not exists (
          select 1 from ledger_entries e where e.kind = h.account || '_capital' and e.reference = 'currency:' || c.id
        ) order by c.id, h.account`,
    );
    await postEntries(
      tx,
      missing.map(({ id, account }) => capitalOf(account, id as CurrencyId)),
    );
  });
}

function capitalOf(account: FundedAccount, currencyId: CurrencyId): LedgerEntry {
  return {
    kind: `${account}_capital`,
    reference: `currency:${currencyId}`,
    postings: [
      { account: { house: 'outside', currencyId }, available: negate(CAPITAL), held: ZERO },
      { account: { house: account, currencyId }, available: CAPITAL, held: ZERO },
    ],
  };
}
