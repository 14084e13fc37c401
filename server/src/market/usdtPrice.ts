/** Current value of a currency in USDT. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, isZero, multiply, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import type { MarketRecord } from './marketRecord.ts';

/** Currency in which values are expressed. */
export const USDT = 'USDT';

/** Fields of a currency that its value needs. */
type Priced = { readonly id: CurrencyId; readonly name: string };

/** USDT for one unit: the reference price of the currency's market against USDT; `undefined` when there is none. */
export function usdtPriceOf(currency: Priced, markets: readonly MarketRecord[]): Decimal | undefined {
  return currency.name === USDT ? ONE : usdtMarketOf(currency, markets)?.reference?.price;
}

/**
 * Whether a currency has a market that can value it. One without, like a new or delisted coin, is left out of totals
 * and of profit; one with a market but no price now makes totals unknown.
 */
export function isValued(currency: Priced, markets: readonly MarketRecord[]): boolean {
  return currency.name === USDT || usdtMarketOf(currency, markets) !== undefined;
}

function usdtMarketOf({ id }: Priced, markets: readonly MarketRecord[]): MarketRecord | undefined {
  return markets.find(({ baseId, quote, isDelisted }) => baseId === id && quote === USDT && !isDelisted);
}

/** An amount, and USDT for one unit of it. */
type PricedAmount = { readonly amount: Decimal; readonly price: Decimal | undefined };

/** The sum in USDT, not rounded; `undefined` when an amount above zero has no price. */
export function usdtSumOf(amounts: readonly PricedAmount[]): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  for (const { amount, price } of amounts) {
    if (isZero(amount)) continue;
    sum = sum === undefined || price === undefined ? undefined : add(sum, multiply(amount, price));
  }
  return sum;
}

// Past value of a currency in USDT.

/**
 * SQL: USDT for one unit at an instant: the last tick at or before it of the series that the currency's market follows
 * now; null when there is none, or when it is older than `since`. Prices of another source belong to another series and
 * are not used.
 */
export function usdtPriceAt(currencyId: SQL, instant: SQL, since?: SQL): SQL {
  return sql`case when ${currencyId} = (select id from currencies where name = ${USDT}) then 1 else (
    select past.price from markets k join currencies q on q.id = k.quote_id, lateral (
      select t.price, t.at from ticks t
      where t.series_id = k.series_id and t.seq <= tick_before(k.series_id, ${instant} + interval '1 microsecond')
      order by t.seq desc limit 1
    ) past
    where k.base_id = ${currencyId} and q.name = ${USDT}${since === undefined ? sql`` : sql` and past.at >= ${since}`}
  ) end`;
}
