/**
 * A user's value over time, from the ledger and past prices.
 *
 * - **Value** at an instant: all four accounts, available and held, each currency at the last price at or before the
 *   instant, rounded down at 8 places. Past balances are the present ones less every later ledger entry.
 * - **Paid in**: deposits and test funds. **Paid out**: the received amount of settled withdrawals. Each at the price
 *   of its time. The fee of a withdrawal is not paid out to the user: it is a cost like trading fees, and lowers the
 *   profit. While a withdrawal is under review its amount still belongs to the user.
 * - **Profit** since an instant: value now - value then - paid in + paid out. So transfers, holds and releases make
 *   none; price changes and fees do.
 * - **Percent**: profit relative to value then + paid in, the invested amount.
 *
 * A currency without a market, like a new or delisted coin, has no value and is not counted; the price of a new one
 * counts as paid out. A value that includes anything else without a known price is unknown, and so is a profit computed
 * from it: never zero instead. Days are UTC; "today" begins at 00:00, 7 and 30 days are today and the 6 or 29 days
 * before it.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, decimal, max, MONEY_PLACES, round, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { dateOf, DAY_MS } from '@halyard/contract/time';
import { profitPercent } from '@halyard/contract/wallet/cost';
import type { getPerformance, Profit } from '@halyard/contract/wallet/entryCalls';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { AccountBalance } from '../../ledger/ledger.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { isValued, usdtPriceAt, usdtPriceOf, usdtSumOf } from '../../market/usdtPrice.ts';

type PerformanceDeps = { readonly db: Database; readonly clock: Clock };
type Performance = AnswerOf<typeof getPerformance>;

/** USDT for one unit of a currency; `undefined` when it is not known. */
type PriceOf = (currency: Pick<CurrencyAmount, 'currencyId' | 'name'>) => Decimal | undefined;

/** Value at the beginning of a day; `null` when unknown. */
type DayStart = { readonly day: string; readonly at: string; readonly equity: Decimal | null };

const DAYS = 30;
const WEEK_DAYS = 7;

/**
 * The value and the profit of a user. Its statements read one snapshot; each returns at most a row for each day and
 * currency, so only the ledger entries of the last 30 days are read, and those once. 20,000 of them take PGlite 0.15 s,
 * 400 take 0.04 s.
 */
export async function readPerformance({ db, clock }: PerformanceDeps, userId: UserId): Promise<Performance> {
  const nowMs = clock.nowMs();
  const days = lastDays(nowMs);
  const instants = days.map(instantOf);
  const since = instants[0] ?? '';
  const read = await db.transaction(
    async (tx) => ({
      amounts: await selectAmounts(tx, userId),
      moved: await selectDays(tx, userId, since),
      pastPrices: await selectPastPrices(tx, userId, instants),
      markets: await listMarketRecords(tx),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const isCounted = ({ currencyId: id, name }: Pick<CurrencyAmount, 'currencyId' | 'name'>) =>
    isValued({ id, name }, read.markets);
  const amounts = read.amounts.filter(isCounted);
  const moved = read.moved.filter(({ currencyId }) => amounts.some((own) => own.currencyId === currencyId));
  const priceNow: PriceOf = ({ currencyId: id, name }) => usdtPriceOf({ id, name }, read.markets);
  const past = new Map(read.pastPrices.map(({ currencyId, at, price }) => [`${currencyId} ${at}`, price]));
  const starts = dayStarts(
    { amounts, moved },
    days,
    (at) =>
      ({ currencyId }) =>
        past.get(`${currencyId} ${at}`),
  );
  const now = { at: new Date(nowMs).toISOString(), equity: equityOf(amounts, priceNow) };
  const profitOf = (length: number) => profitSince(starts.at(-length), now.equity, moved);
  return {
    asOf: now.at,
    equity: now.equity,
    today: profitOf(1),
    days7: profitOf(WEEK_DAYS),
    days30: profitOf(DAYS),
    curve: [...starts, now].flatMap(({ at, equity }) => (equity === null ? [] : [{ at, equity }])),
    amounts: amounts.map(({ name, amount }) => ({ currency: name, amount })),
  };
}

/** The last days, oldest first, today included. */
function lastDays(nowMs: number): string[] {
  return Array.from({ length: DAYS }, (_, index) => dateOf(nowMs - (DAYS - 1 - index) * DAY_MS));
}

function instantOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Goes back from the present balances, a day at a time. */
function dayStarts(
  { amounts, moved }: { readonly amounts: readonly CurrencyAmount[]; readonly moved: readonly CurrencyDay[] },
  days: readonly string[],
  pricesAt: (at: string) => PriceOf,
): DayStart[] {
  let held = amounts;
  let left = moved;
  const newestFirst = days.toReversed().map((day): DayStart => {
    // Ledger entries are dated by the database, whose clock may be a little ahead of this one: later entries count as
    // of today.
    const undone = left.filter((earlier) => earlier.day >= day);
    left = left.filter((earlier) => earlier.day < day);
    held = held.map((own) => ({ ...own, amount: subtract(own.amount, changeOf(own.currencyId, undone)) }));
    const at = instantOf(day);
    return { day, at, equity: equityOf(held, pricesAt(at)) };
  });
  return newestFirst.toReversed();
}

function changeOf(currencyId: CurrencyId, days: readonly CurrencyDay[]): Decimal {
  return add(...days.filter((day) => day.currencyId === currencyId).map(({ change }) => change));
}

function equityOf(amounts: readonly CurrencyAmount[], priceOf: PriceOf): Decimal | null {
  return usdtTotalOf(amounts.map((own) => ({ available: own.amount, held: ZERO, usdtPrice: priceOf(own) })));
}

function profitSince(then: DayStart | undefined, equityNow: Decimal | null, moved: readonly CurrencyDay[]): Profit {
  const unknown: Profit = { amount: null, percent: null, base: null };
  if (then === undefined || then.equity === null || equityNow === null) return unknown;
  const since = moved.filter(({ day }) => day >= then.day);
  const paidIn = sumOf(since.map((flow) => flow.paidIn));
  const paidOut = sumOf(since.map((flow) => flow.paidOut));
  if (paidIn === undefined || paidOut === undefined) return unknown;
  const base = add(then.equity, paidIn);
  const amount = subtract(add(equityNow, paidOut), base);
  return { amount, percent: profitPercent(amount, base), base };
}

/** `undefined` when one of them is unknown. */
function sumOf(amounts: readonly (Decimal | undefined)[]): Decimal | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === amounts.length ? add(...known) : undefined;
}

// Input of a user's past value: the balances, their change on each day, deposits and withdrawals, and the prices of the
// time.

/** An amount of a currency over all accounts, available and held. */
type CurrencyAmount = { readonly currencyId: CurrencyId; readonly name: string; readonly amount: Decimal };

/** Changes of a currency on a day (UTC, `YYYY-MM-DD`). */
type CurrencyDay = {
  readonly currencyId: CurrencyId;
  readonly day: string;
  /** Change of the amount over all accounts. */
  readonly change: Decimal;
  /** Deposits and withdrawals in USDT; `undefined` when a price of the time is unknown. */
  readonly paidIn: Decimal | undefined;
  readonly paidOut: Decimal | undefined;
};

/** The price of a currency in USDT at an instant (ISO 8601); missing when it was unknown then. */
type PastPrice = { readonly currencyId: CurrencyId; readonly at: string; readonly price: Decimal };

/** The user's present balances. */
async function selectAmounts(reader: Reader, userId: UserId): Promise<CurrencyAmount[]> {
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
async function selectDays(reader: Reader, userId: UserId, since: string): Promise<CurrencyDay[]> {
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
async function selectPastPrices(reader: Reader, userId: UserId, instants: readonly string[]): Promise<PastPrice[]> {
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

// USDT value and trading cost of currencies.

/** A currency with its markets. */
type Traded = { readonly id: CurrencyId; readonly name: string };

/**
 * The highest taker rate among the markets of the currency, a fraction, so that no user pays more than was shown;
 * `undefined` when it has no market.
 */
export function spotFeeRateOf({ id }: Traded, markets: readonly MarketRecord[]): Decimal | undefined {
  const [first, ...rest] = markets.filter(({ baseId, quoteId }) => baseId === id || quoteId === id);
  return first && max(first.takerFeeRate, ...rest.map(({ takerFeeRate }) => takerFeeRate));
}

/**
 * USDT value of balances, rounded down at 8 places, held amounts included. `null` when a balance has no known price: a
 * sum without it would look like a loss.
 */
export function usdtTotalOf(
  balances: readonly (AccountBalance & { readonly usdtPrice: Decimal | undefined })[],
): Decimal | null {
  const sum = usdtSumOf(balances.map((own) => ({ amount: add(own.available, own.held), price: own.usdtPrice })));
  return sum === undefined ? null : round(sum, MONEY_PLACES, 'down');
}
