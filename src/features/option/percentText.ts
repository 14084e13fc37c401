/** A percentage of the wire as the locale writes it: "85%", "54.05%". */
import { decimal, multiply, placesOf, round, toModelNumber, type Decimal } from '@halyard/contract/money';
import type { Formats } from '../../shared/format/useFormat.ts';

const PLACES = 2;

export function percentText(percent: Decimal, format: Formats): string {
  const rounded = round(percent, PLACES, 'half-even');
  if (placesOf(rounded) > 0) return format.rate(multiply(rounded, decimal('0.01')));
  return format.share(toModelNumber(rounded));
}
