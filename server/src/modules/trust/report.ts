/** Totals of a user's trust orders, and the interest paid on them. */
import { sql } from 'drizzle-orm';
import type { AnswerOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { getTrustReport, TrustInterest, TrustSums, TrustOrderId } from '@halyard/contract/trust/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { dateOf, addDays } from '@halyard/contract/time';
import { rowsOf, type Reader } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import { readOpenProducts } from './openProducts.ts';
import type { Row } from '../../db/rows.ts';

type SumRow = {
  currency_id: CurrencyId;
  currency: string;
  earned: string;
  earned_today: string;
  orders: number;
  hosted: string;
};

/** Totals by currency: first those of open products, in their order, then other currencies of the user's orders. */
export async function readReport(
  reader: Reader,
  userId: UserId,
  nowMs: number,
): Promise<AnswerOf<typeof getTrustReport>> {
  const sums = new Map((await readSums(reader, userId, nowMs)).map((row) => [row.currencyId, row]));
  const offered = new Map(
    (await readOpenProducts(reader, nowMs)).map(({ currencyId, terms }) => [currencyId, terms.currency]),
  );
  const none = [...offered].map(([currencyId, currency]) => ({ ...NOTHING, currencyId, currency }));
  const currencies = [
    ...none.map((row) => sums.get(row.currencyId) ?? row),
    ...[...sums.values()].filter(({ currencyId }) => !offered.has(currencyId)),
  ];
  const first = currencies[0] ?? { ...NOTHING, currency: '' };
  const { earned, earnedToday, orders, hosted, currency } = first;
  return {
    earned,
    earnedToday,
    orders,
    hosted,
    allProfit: earned,
    profit: earnedToday,
    orderCount: orders,
    sum: hosted,
    currency,
    currencies,
  };
}

const NOTHING = { earned: ZERO, earnedToday: ZERO, orders: 0, hosted: ZERO } as const;

/** Today's payments are those of yesterday's interest, also when they were made late. */
async function readSums(reader: Reader, userId: UserId, nowMs: number): Promise<TrustSums[]> {
  const yesterday = addDays(dateOf(nowMs), -1);
  const rows = await rowsOf<SumRow>(
    reader,
    sql`with today as (
        select o.currency_id, sum(i.amount) as amount from trust_interest i join trust_orders o on o.id = i.order_id
        where i.user_id = ${userId} and i.date = ${yesterday}::date group by 1
      )
      select o.currency_id, c.name as currency, sum(o.paid)::text as earned, coalesce(max(t.amount), 0)::text as earned_today,
        count(*) filter (where o.status = 'hosting')::int as orders,
        coalesce(sum(o.amount) filter (where o.status = 'hosting'), 0)::text as hosted
      from trust_orders o join currencies c on c.id = o.currency_id left join today t on t.currency_id = o.currency_id
      where o.user_id = ${userId} group by o.currency_id, c.name, c.sort order by c.sort, o.currency_id`,
  );
  return rows.map((row) => ({
    currencyId: row.currency_id,
    currency: row.currency,
    earned: decimal(row.earned),
    earnedToday: decimal(row.earned_today),
    orders: row.orders,
    hosted: decimal(row.hosted),
  }));
}

type InterestRow = Row<'trust_interest', 'order_id' | 'amount' | 'date' | 'day' | 'paid_at'> & {
  readonly currency: string;
};

/** Interest paid to a user, newest first; of one order when given. */
export async function listInterest(
  reader: Reader,
  userId: UserId,
  {
    order,
    limit,
    offset,
  }: { readonly order: TrustOrderId | undefined; readonly limit: number; readonly offset: number },
): Promise<TrustInterest[]> {
  const which = order === undefined ? sql`` : sql`and i.order_id = ${order}`;
  const rows = await rowsOf<InterestRow>(
    reader,
    sql`select c.name as currency, i.order_id::text as order_id, i.amount::text as amount, i.day,
        to_char(i.date, 'YYYY-MM-DD') as date, ${isoText(sql`i.paid_at`)} as paid_at
      from trust_interest i join trust_orders o on o.id = i.order_id join currencies c on c.id = o.currency_id
      where i.user_id = ${userId} ${which} order by i.date desc, i.order_id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(({ currency, order_id: orderId, amount, date, day, paid_at: paidAt }) => ({
    currency,
    order: Number.parseInt(orderId, 10) as TrustOrderId,
    amount: decimal(amount),
    date,
    createdAt: paidAt,
    day,
    paidAt,
  }));
}
