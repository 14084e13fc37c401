/** What a user's past worth is computed from: his balances and how each day changed them, what he paid in and out, and the prices of then. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/calls/ids';
import { decimal, round, type Decimal } from '@halyard/contract/money';
import { MONEY_PLACES } from '@halyard/contract/rules/spot';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isNotBefore } from './movementRepository.ts';
import { USDT } from './valuation.ts';

/** An amount of a currency over all accounts, available and held. */
export type CurrencyAmount = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: Decimal };

/** How a day (UTC, `YYYY-MM-DD`) changed it. */
export type DayChange = CurrencyAmount & { readonly day: string };

/** What was paid in and out on a day, in USDT; `undefined` when a price of then is not known. */
export type DayFlow = {
  readonly day: string;
  readonly paidIn: Decimal | undefined;
  readonly paidOut: Decimal | undefined;
};

/** The price of a currency in USDT at an instant (ISO 8601); there is none for what was not known then. */
export type PastPrice = { readonly currencyId: CurrencyId; readonly at: string; readonly price: Decimal };

const DAY = sql`to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD')`;

/** What the user has now. */
export async function selectAmounts(reader: Reader, userId: UserId): Promise<CurrencyAmount[]> {
  const rows = await rowsOf<{ currency_id: number; name: string; amount: string }>(
    reader,
    sql`select a.currency_id, c.name, sum(a.available + a.held) as amount
      from ledger_accounts a join currencies c on c.id = a.currency_id
      where a.user_id = ${userId} group by a.currency_id, c.name`,
  );
  return rows.map(toAmount);
}

/** What each day since an instant changed; one row a day and currency, however many movements there were. */
export async function selectChanges(reader: Reader, userId: UserId, since: string): Promise<DayChange[]> {
  const rows = await rowsOf<{ day: string; currency_id: number; name: string; amount: string }>(
    reader,
    sql`select ${DAY} as day, a.currency_id, c.name, sum(p.available + p.held) as amount
      from ledger_accounts a
      join currencies c on c.id = a.currency_id
      join ledger_postings p on p.account_id = a.id and ${isNotBefore(since)}
      join ledger_entries e on e.id = p.entry_id and e.created_at >= ${since}::timestamptz
      where a.user_id = ${userId} group by 1, 2, 3`,
  );
  return rows.map((row) => ({ ...toAmount(row), day: row.day }));
}

/**
 * What came from the world outside and what went there on each day since an instant, each at the price of its time. It is read off the account
 * of the outside, so that of a withdrawal what arrives is paid out and its fee is not.
 */
export async function selectFlows(reader: Reader, userId: UserId, since: string): Promise<DayFlow[]> {
  const rows = await rowsOf<{ day: string; paid_in: string | null; paid_out: string | null }>(
    reader,
    sql`select day,
        case when bool_and(price is not null) then round(coalesce(sum(amount * price) filter (where amount > 0), 0), 18) end as paid_in,
        case when bool_and(price is not null) then round(coalesce(sum(-amount * price) filter (where amount < 0), 0), 18) end as paid_out
      from (
        select ${DAY} as day, -(w.available + w.held) as amount, ${priceOf(sql`o.currency_id`, sql`e.created_at`)} as price
        from (
          select distinct p.entry_id from ledger_accounts a join ledger_postings p on p.account_id = a.id
          where a.user_id = ${userId} and ${isNotBefore(since)}
        ) own
        join ledger_entries e on e.id = own.entry_id
        join ledger_postings w on w.entry_id = e.id
        join ledger_accounts o on o.id = w.account_id and o.user_id is null and o.kind = 'outside'
        where e.kind in ('deposit', 'withdraw_settle', 'sandbox_fund') and e.created_at >= ${since}::timestamptz
      ) flow group by day`,
  );
  return rows.map((row) => ({
    day: row.day,
    paidIn: toWorth(row.paid_in),
    paidOut: toWorth(row.paid_out),
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
        select a.currency_id, i.at, ${priceOf(sql`a.currency_id`, sql`i.at::timestamptz`)} as price
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
 * USDT for one unit at an instant: the last tick at or before it of the series that the currency's market follows now. Prices of another source
 * are another market's, so there is none from before the series. A step along an index, because the series is one value and not a join.
 */
function priceOf(currencyId: SQL, instant: SQL): SQL {
  return sql`case when ${currencyId} = (select id from currencies where name = ${USDT}) then 1 else (
    select t.price from ticks t
    where t.series_id = (
      select m.series_id from markets m join currencies q on q.id = m.quote_id where m.base_id = ${currencyId} and q.name = ${USDT}
    ) and t.at <= ${instant}
    order by t.at desc, t.seq desc limit 1
  ) end`;
}

function toWorth(sum: string | null): Decimal | undefined {
  return sum === null ? undefined : round(decimal(sum), MONEY_PLACES, 'half-even');
}

function toAmount(row: { currency_id: number; name: string; amount: string }): CurrencyAmount {
  return { currencyId: row.currency_id as CurrencyId, name: row.name, amount: decimal(row.amount) };
}
