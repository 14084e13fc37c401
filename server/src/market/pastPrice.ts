/** Past value of a currency in USDT. */
import { sql, type SQL } from 'drizzle-orm';
import { USDT } from './usdtPrice.ts';

/**
 * SQL: USDT for one unit at an instant: the last tick at or before it of the series that the currency's market follows
 * now; null when there is none, or none since `since`. Prices of another source belong to another series and are not
 * used. The series is a scalar subquery and not a join, so that the lookup is one index step.
 */
export function usdtPriceAt(currencyId: SQL, instant: SQL, since?: SQL): SQL {
  return sql`case when ${currencyId} = (select id from currencies where name = ${USDT}) then 1 else (
    select t.price from ticks t
    where t.series_id = (
      select k.series_id from markets k join currencies q on q.id = k.quote_id where k.base_id = ${currencyId} and q.name = ${USDT}
    ) and t.at <= ${instant}${since === undefined ? sql`` : sql` and t.at >= ${since}`}
    order by t.at desc, t.seq desc limit 1
  ) end`;
}
