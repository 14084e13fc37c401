/** A percentage of the wire as the locale writes it, with two places at the most. */
import { decimal, multiply, round, type Decimal } from '@halyard/contract/money';
import type { Formats } from '../../shared/format/useFormat.ts';

/** A rate rounded down: it never looks farther from the close-out than it is. */
export function rateText(percent: Decimal, format: Formats): string {
  return format.rate(multiply(round(percent, 2, 'down'), decimal('0.01')));
}
