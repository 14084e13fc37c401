/** USDT value and trading cost of currencies. */
import type { CurrencyId } from '@halyard/contract/ids';
import { add, isZero, max, multiply, round, ZERO, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import type { AccountBalance } from '../../ledger/balances.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { USDT } from '../../market/usdtPrice.ts';

/** A currency with its markets. */
type Traded = { readonly id: CurrencyId; readonly name: string };

/**
 * Whether a currency has a market that can value it. One without, like a new coin, has no value yet and is left out of
 * sums; one with a market but no price now makes sums unknown.
 */
export function hasWorth({ id, name }: Traded, markets: readonly MarketRecord[]): boolean {
  return name === USDT || markets.some(({ baseId, quote }) => baseId === id && quote === USDT);
}

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
  const equities = balances.map(({ available, held, usdtPrice }) => {
    const amount = add(available, held);
    if (isZero(amount)) return ZERO;
    return usdtPrice && multiply(amount, usdtPrice);
  });
  const known = equities.filter((equity) => equity !== undefined);
  return known.length === equities.length ? round(add(...known), MONEY_PLACES, 'down') : null;
}
