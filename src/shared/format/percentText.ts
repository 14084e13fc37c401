/** A percentage of the wire as the locale writes it: "85%", "54.05%". */
import {
  decimal,
  multiply,
  placesOf,
  round,
  toModelNumber,
  type Decimal,
  type Rounding,
} from '@halyard/contract/money';
import type { Formats } from './useFormat.ts';

const PLACES = 2;

export function percentText(percent: Decimal, format: Formats, rounding: Rounding = 'half-even'): string {
  const rounded = round(percent, PLACES, rounding);
  if (placesOf(rounded) > 0) return format.rate(multiply(rounded, decimal('0.01')));
  return format.share(toModelNumber(rounded));
}
