/** Check of a stake. Both sides apply it. */
import type { CodedError } from '../errors.ts';
import { compare, fitsPlaces, isPositive, type Decimal, MONEY_PLACES } from '../money/money.ts';
import type { OptionTerms } from './terms.ts';

/**
 * Checks a stake. Errors, in this order: AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min, max}, AMOUNT_TOO_LARGE {min, max},
 * AMOUNT_PRECISION {places}.
 */
export function checkStake(
  stake: Decimal | undefined,
  { minStake: min, maxStake: max }: Pick<OptionTerms, 'minStake' | 'maxStake'>,
): CodedError | undefined {
  if (stake === undefined || !isPositive(stake)) return { code: 'AMOUNT_REQUIRED' };
  if (compare(stake, min) < 0) return { code: 'AMOUNT_TOO_SMALL', params: { min, max } };
  if (compare(stake, max) > 0) return { code: 'AMOUNT_TOO_LARGE', params: { min, max } };
  return fitsPlaces(stake, MONEY_PLACES) ? undefined : { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
}
