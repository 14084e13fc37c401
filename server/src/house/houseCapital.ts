/** Capital of the house, for quoting, payouts and insurance: booked from outside, by a payment or for the sandbox. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { decimal, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { PRODUCTS } from '@halyard/contract/products';
import { rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { postEntries, type FundedAccount, type LedgerEntry } from '../ledger/ledger.ts';

// In units of each currency: enough that it never limits a ladder (the largest side is worth 315,000 USDT a tick) or
// any option or position of the first terms.
const SANDBOX_CAPITAL = decimal('1000000000');

const CAPITAL_LOCK = 7_204_121;

/** Accounts that receive capital, with the flag of the currencies that each uses. */
export const FUNDED: readonly {
  readonly account: FundedAccount;
  readonly currencies?: 'isSpot' | 'isOption' | 'isFutures';
}[] = PRODUCTS.flatMap(({ capital }) => [...capital]);

/** An account of the house in a currency, and an amount for it. */
type Capital = { readonly account: FundedAccount; readonly currencyId: CurrencyId; readonly amount: Decimal };

/** Posts the capital of a sandbox, in the currencies that products declare. Each is posted once. */
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
      missing.map(({ id, account }) =>
        capitalEntry({ account, currencyId: id as CurrencyId, amount: SANDBOX_CAPITAL }, `currency:${id}`),
      ),
    );
  });
}

/** Posts capital that a payment brought. False when the payment was booked into the account already. */
export async function fundAccount(tx: Transaction, capital: Capital, payment: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CAPITAL_LOCK})`);
  const booked = await readBooked(tx, payment);
  if (booked.some(({ account }) => account === capital.account)) return false;
  await postEntries(tx, [capitalEntry(capital, referenceOf(payment))]);
  return true;
}

/** Amounts that were booked of a payment. */
export async function readBooked(reader: Reader, payment: string) {
  return rowsOf<{ account: FundedAccount; currency: string; amount: string }>(
    reader,
    sql`select a.kind as account, c.name as currency, trim_scale(p.available)::text as amount
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
        join ledger_accounts a on a.id = p.account_id and a.kind <> 'outside' join currencies c on c.id = a.currency_id
      where e.reference = ${referenceOf(payment)} order by e.id`,
  );
}

function referenceOf(payment: string): string {
  return `payment:${payment}`;
}

function capitalEntry({ account, currencyId, amount }: Capital, reference: string): LedgerEntry {
  return {
    kind: `${account}_capital`,
    reference,
    postings: [
      { account: { house: 'outside', currencyId }, available: negate(amount), held: ZERO },
      { account: { house: account, currencyId }, available: amount, held: ZERO },
    ],
  };
}
