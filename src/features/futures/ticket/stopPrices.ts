import { decimal, isPositive, multiply, negate, parseDecimal, type Decimal } from '@halyard/contract/money';
import { priceAfterLoss, type Position } from '@halyard/contract/futures/position';

/** Units of a typed stop: price, percent of the opening margin, or profit and loss as an amount. */
export const STOP_UNITS = ['price', 'percent', 'money'] as const;
export type StopUnit = (typeof STOP_UNITS)[number];

export type StopTexts = { readonly unit: StopUnit; readonly profit: string; readonly loss: string };

export const NO_STOPS: StopTexts = { unit: 'price', profit: '', loss: '' };

type Held = Pick<Position, 'side' | 'quantity' | 'openPrice' | 'originMargin'>;

/**
 * The price of a stop; undefined when there is none. For an amount: the first price in the market's precision with no
 * smaller profit and no larger loss.
 */
export function stopPriceOf(
  name: 'profit' | 'loss',
  { unit, [name]: text }: StopTexts,
  held: Held,
  places: number,
): Decimal | undefined {
  const value = parseDecimal(text);
  if (value === undefined || unit === 'price') return value;
  if (!isPositive(value)) return undefined;
  const money = unit === 'money' ? value : multiply(multiply(held.originMargin, value), decimal('0.01'));
  const loss = name === 'loss' ? money : negate(money);
  return priceAfterLoss(held, { loss, places, rounding: 'near' });
}
