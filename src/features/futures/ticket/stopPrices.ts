/** Stops as they are typed, and the prices that they come to. */
import { decimal, isPositive, multiply, negate, parseDecimal, type Decimal } from '@halyard/contract/money';
import { priceAfterLoss, type Position } from '@halyard/contract/futures/position';

/** What a stop is typed in: a price, percent of the margin at opening, or money won or lost. */
export const STOP_UNITS = ['price', 'percent', 'money'] as const;
export type StopUnit = (typeof STOP_UNITS)[number];

export type StopTexts = { readonly unit: StopUnit; readonly profit: string; readonly loss: string };

export const NO_STOPS: StopTexts = { unit: 'price', profit: '', loss: '' };

type Held = Pick<Position, 'side' | 'quantity' | 'openPrice' | 'originMargin'>;

/**
 * The price of a stop, undefined where there is none: of an amount, the first one of the market's precision at which no
 * less is won and no more lost.
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
