/**
 * Input of a user's past value: the balances, their change on each day, deposits and withdrawals, and the prices of the
 * time.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal, round, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../../db/database.ts';
import { usdtPriceAt } from '../../market/pastPrice.ts';

/** An amount of a currency over all accounts, available and held. */
export type CurrencyAmount = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: Decimal };

/** Changes of a currency on a day (UTC, `YYYY-MM-DD`). */
export type CurrencyDay = {
  readonly currencyId: CurrencyId;
  readonly day: string;
  /** Change of the amount over all accounts. */
  readonly change: Decimal;
  /** Deposits and withdrawals in USDT; `undefined` when a price of the time is unknown. */
  readonly paidIn: Decimal | undefined;
  readonly paidOut: Decimal | undefined;
};

/** The price of a currency in USDT at an instant (ISO 8601); missing when it was unknown then. */
export type PastPrice = { readonly currencyId: CurrencyId; readonly at: string; readonly price: Decimal };

/** The user's present balances. */
export async function selectAmounts(reader: Reader, userId: UserId): Promise<CurrencyAmount[]> {
  const rows = await rowsOf<{ currency_id: number; name: string; amount: string }>(
    reader,
    sql`select a.currency_id, c.name, sum(a.available + a.held) as amount
      from ledger_accounts a join currencies c on c.id = a.currency_id
      where a.user_id = ${userId} group by a.currency_id, c.name`,
  );
  return rows.map(toAmount);
}

/**
 * Changes on each day since an instant: a row for each day and currency, for any number of ledger entries, each of
 * which is read once. Deposits and withdrawals are read off the account of the outside world, at the price of their
 * time, so that the received amount of a withdrawal counts as paid out and its fee does not. The price of a coin
 * without a market counts as paid out as well: the coin has no value.
 */
export async function selectDays(reader: Reader, userId: UserId, since: string): Promise<CurrencyDay[]> {
  const rows = await rowsOf<{
    day: string;
    currency_id: number;
    change: string;
    paid_in: string | null;
    paid_out: string | null;
  }>(
    reader,
    sql`with moved as materialized (
        select p.entry_id, a.currency_id, e.kind, e.created_at, p.available + p.held as change
        from ledger_accounts a
        join ledger_postings p on p.account_id = a.id and ${isNotBefore(since)}
        join ledger_entries e on e.id = p.entry_id and e.created_at >= ${since}::timestamptz
        where a.user_id = ${userId}
      ), lines as (
        select (created_at at time zone 'UTC')::date as day, currency_id, change, 0 as paid, 1 as price from moved
        union all
        select (m.created_at at time zone 'UTC')::date, m.currency_id, 0, w.paid, ${usdtPriceAt(sql`m.currency_id`, sql`m.created_at`)}
        from (
          select distinct entry_id, currency_id, created_at from moved where kind in ('deposit', 'withdraw_settle', 'sandbox_fund')
        ) m
        cross join lateral (
          select -(o.available + o.held) as paid from ledger_postings o
          where o.entry_id = m.entry_id and o.account_id = (
            select id from ledger_accounts where user_id is null and kind = 'outside' and currency_id = m.currency_id
          )
        ) w
        union all
        select (m.created_at at time zone 'UTC')::date, m.currency_id, 0, m.change, ${usdtPriceAt(sql`m.currency_id`, sql`m.created_at`)}
        from moved m where m.kind = 'subscription_allot' and m.change < 0 and not exists (
          select from moved c join markets k on k.base_id = c.currency_id where c.entry_id = m.entry_id and c.currency_id <> m.currency_id
        )
      )
      select to_char(day, 'YYYY-MM-DD') as day, currency_id, sum(change) as change,
        case when bool_and(price is not null) then round(coalesce(sum(paid * price) filter (where paid > 0), 0), 18) end as paid_in,
        case when bool_and(price is not null) then round(coalesce(sum(-paid * price) filter (where paid < 0), 0), 18) end as paid_out
      from lines group by lines.day, currency_id`,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id as CurrencyId,
    day: row.day,
    change: decimal(row.change),
    paidIn: toEquity(row.paid_in),
    paidOut: toEquity(row.paid_out),
  }));
}

/** The prices of the user's currencies at some instants (ISO 8601). */
export async function selectPastPrices(
  reader: Reader,
  userId: UserId,
  instants: readonly string[],
): Promise<PastPrice[]> {
  // As text, because the two drivers write array parameters differently.
  const rows = await rowsOf<{ currency_id: number; at: string; price: string }>(
    reader,
    sql`select currency_id, at, price from (
        select a.currency_id, i.at, ${usdtPriceAt(sql`a.currency_id`, sql`i.at::timestamptz`)} as price
        from (select distinct currency_id from ledger_accounts where user_id = ${userId}) a
        cross join unnest(${`{${instants.join(',')}}`}::text::text[]) as i(at)
      ) known where price is not null`,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id as CurrencyId,
    at: row.at,
    price: decimal(row.price),
  }));
}

/**
 * Leaves out postings `p` that are certainly older than an instant, so that a long history is not read: entries are
 * numbered almost in the order of their times, since both are assigned within one transaction. An entry that is dated
 * an hour earlier has a lower number than all at or after the instant, because neither does a transaction take an hour
 * nor is the database's clock set back by one.
 */
function isNotBefore(instant: string): SQL {
  return sql`p.entry_id > coalesce((
    select b.id from ledger_entries b where b.created_at < ${instant}::timestamptz - interval '1 hour' order by b.created_at desc limit 1
  ), 0)`;
}

function toEquity(sum: string | null): Decimal | undefined {
  return sum === null ? undefined : round(decimal(sum), MONEY_PLACES, 'half-even');
}

function toAmount(row: { currency_id: number; name: string; amount: string }): CurrencyAmount {
  return { currencyId: row.currency_id as CurrencyId, name: row.name, amount: decimal(row.amount) };
}
