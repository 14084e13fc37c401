/** What currencies are worth in USDT, and what they cost to trade. */
import type { CurrencyId } from '@halyard/contract/ids';
import { add, isZero, max, multiply, round, ZERO, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import type { AccountBalance } from '../../ledger/balances.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { USDT } from '../../market/usdtPrice.ts';

/** A currency as far as it is traded. */
type Traded = { readonly id: CurrencyId; readonly name: string };

/**
 * Whether a currency is traded where its worth could be known. What is not, as a new coin, has no worth yet and is left
 * out of sums; what is, and whose price is not known now, makes them unknown.
 */
export function hasWorth({ id, name }: Traded, markets: readonly MarketRecord[]): boolean {
  return name === USDT || markets.some(({ baseId, quote }) => baseId === id && quote === USDT);
}

/**
 * The dearest taker's rate among the markets where the currency is traded, a fraction, so that nobody pays more than
 * was shown; `undefined` when it is traded nowhere.
 */
export function spotFeeRateOf({ id }: Traded, markets: readonly MarketRecord[]): Decimal | undefined {
  const [first, ...rest] = markets.filter(({ baseId, quoteId }) => baseId === id || quoteId === id);
  return first && max(first.takerFeeRate, ...rest.map(({ takerFeeRate }) => takerFeeRate));
}

/**
 * USDT worth of balances, rounded down at 8 places; what is held counts. `null` when something is there whose price is
 * not known: a sum without it would look like a loss.
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
