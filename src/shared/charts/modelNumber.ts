import type { Decimal } from '@halyard/contract/money';

const POINT = 46;
const ZERO = 48;
const NINE = 57;
/**
 * Fifteen digits are exact in a float, and so are the powers of ten that divide them: the quotient is the nearest
 * float.
 */
const LENGTH_MAX = 16;
const POWERS = Array.from({ length: LENGTH_MAX }, (_, power) => 10 ** power);

/**
 * The float nearest to a decimal: equals `Number`, in a third of its time. A chart reads 150,000 of them before its
 * first picture.
 */
export function modelNumber(value: Decimal): number {
  const { length } = value;
  if (length > LENGTH_MAX) return Number(value);
  let digits = 0;
  let places = 0;
  let hasPoint = false;
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits = digits * 10 + (code - ZERO);
      if (hasPoint) places += 1;
    } else if (code === POINT && !hasPoint) hasPoint = true;
    else return Number(value);
  }
  // Sixteen digits without a point exceed a float's precision.
  if (length === LENGTH_MAX && !hasPoint) return Number(value);
  return digits / (POWERS[places] ?? 1);
}
