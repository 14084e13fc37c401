/** Price bands: a tick inside the band does nothing to a position or order, so it needs no evaluation. */
import { decimal, multiply, ZERO, type Decimal } from '../money/money.ts';
import { crossOf, markOf, WARNINGS, type MarginAccount, type OpenPosition, type PendingOrder } from './account.ts';
import { crossBand } from './cross.ts';
import { isolatedBand, pendingBand, type Band } from './position.ts';

/** The ticks of its market after which a position must be evaluated. */
export function positionBand(account: MarginAccount, position: OpenPosition): Band {
  // The time of a tick closes it, at any price.
  if (position.closingFrom != null) return { low: null, high: ZERO };
  const level = nextLevel(position);
  return position.mode === 'isolated'
    ? isolatedBand(position, level)
    : crossBand(crossOf(account), { position, price: markOf(account, position).price }, level);
}

/** The ticks of its market that may open an order. */
export function orderBand(order: PendingOrder): Band {
  return pendingBand(order, order.terms.spread);
}

/** The next level on the way down: a warning or the close-out. */
function nextLevel({ warned, terms }: OpenPosition): Decimal {
  const next = WARNINGS.find((level) => warned === null || level < warned);
  return next === undefined ? terms.closeOutLevel : levelOf(terms.closeOutLevel, next);
}

/** A part of the close-out level, in percent of the margin at opening. */
export function levelOf(closeOutLevel: Decimal, percent: number): Decimal {
  return multiply(multiply(closeOutLevel, decimal(String(percent))), decimal('0.01'));
}
