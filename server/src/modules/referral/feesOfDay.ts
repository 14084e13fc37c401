/** Who paid how much to `fees` on a day, read from the ledger alone. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { PaidFees } from '@halyard/contract/referral/rebates';
import { rowsOf, type Reader } from '../../db/database.ts';
import { DAY_MS } from '../../durations.ts';
import type { EntryKind } from '../../ledger/ledger.ts';
import { startOf, type Day } from './days.ts';

/**
 * What rebates are made from: what these entries bring to `fees`, so without the part of insurance. A void option
 * brings nothing.
 */
const FEE_KINDS: readonly EntryKind[] = [
  'spot_fill',
  'option_win',
  'option_lose',
  'option_tie',
  'contract_fee',
  'contract_overnight',
];

/** The postings of `fees` that make a day: above `after`, up to `until`; by ids of ledger entries. */
export type Stretch = { readonly after: number; readonly until: number };

/** A currency's account `fees`, and where its last closed day ends. */
export type FeesAccount = { readonly currencyId: CurrencyId; readonly accountId: number };

/** Those that there are. */
export async function listFeesAccounts(reader: Reader): Promise<FeesAccount[]> {
  return rowsOf<FeesAccount>(
    reader,
    sql`select currency_id as "currencyId", id as "accountId" from ledger_accounts
      where user_id is null and kind = 'fees' order by currency_id`,
  );
}

/**
 * Where a day ends. Ids of entries rise in an account in the order of its changes, and whoever sees one sees all below
 * it: a day ends before the first entry of a later one, so what a slow transaction posts behind that is the next day's.
 */
export async function findEnd(
  reader: Reader,
  { accountId }: FeesAccount,
  { day, after }: { readonly day: Day; readonly after: number },
): Promise<number> {
  const end = new Date(startOf(day) + DAY_MS).toISOString();
  const [row] = await rowsOf<{ until: number | null }>(
    reader,
    sql`select coalesce((
        select p.entry_id - 1 from ledger_postings p join ledger_entries e on e.id = p.entry_id
        where p.account_id = ${accountId} and p.entry_id > ${after} and e.created_at >= ${end}::timestamptz
        order by p.entry_id limit 1
      ), (select max(entry_id) from ledger_postings where account_id = ${accountId}))::float8 as until`,
  );
  return Math.max(after, row?.until ?? after);
}

/** Fees of users whom somebody invited; of one fill it is the side that got the fee's currency that paid it. */
export async function readFees(
  reader: Reader,
  { accountId, currencyId }: FeesAccount,
  { after, until }: Stretch,
): Promise<PaidFees<UserId>[]> {
  const rows = await rowsOf<{ payer: UserId; fees: string }>(
    reader,
    sql`select a.user_id as payer, sum(p.available)::text as fees
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
        join ledger_postings o on o.entry_id = p.entry_id
        join ledger_accounts a on a.id = o.account_id and a.currency_id = ${currencyId} and a.user_id is not null
        join users u on u.id = a.user_id and u.invited_by is not null
      where p.account_id = ${accountId} and p.entry_id > ${after} and p.entry_id <= ${until} and p.available > 0
        and e.kind in ${FEE_KINDS} and (e.kind <> 'spot_fill' or o.available + o.held > 0)
      group by a.user_id order by a.user_id`,
  );
  return rows.map(({ payer, fees }) => ({ payer, fees: decimal(fees) }));
}

/** The first day on which anything came to an account, from an instant on. */
export async function findFirstDay(
  reader: Reader,
  { accountId }: FeesAccount,
  fromMs: number,
): Promise<Day | undefined> {
  const [row] = await rowsOf<{ day: Day }>(
    reader,
    sql`select to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as day
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = ${accountId} and e.created_at >= ${new Date(fromMs).toISOString()}::timestamptz
      order by p.entry_id limit 1`,
  );
  return row?.day;
}

/** The last entry of an account before an instant; 0 where there is none. */
export async function findLastBefore(reader: Reader, { accountId }: FeesAccount, atMs: number): Promise<number> {
  const [row] = await rowsOf<{ id: number | null }>(
    reader,
    sql`select max(p.entry_id)::float8 as id from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = ${accountId} and e.created_at < ${new Date(atMs).toISOString()}::timestamptz`,
  );
  return row?.id ?? 0;
}
