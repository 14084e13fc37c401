/** What is missing before a withdrawal: all conditions at once, so that none comes as a surprise later. */
import type { WithdrawalTerms } from '@halyard/contract/calls/withdrawals';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';

/** Conditions in the order in which they are met; a server of the family does not tell them, and refuses later. */
export type Need = 'verify' | 'fundPassword' | 'address' | 'card';

/** What is missing. */
export function missingNeeds(
  { isVerified, hasFundPassword }: WithdrawalTerms,
  { isBank }: BaseCoin,
  destinationCount: number,
): readonly Need[] {
  const needs: readonly (readonly [Need, boolean])[] = [
    ['verify', isVerified === false],
    ['fundPassword', hasFundPassword === false],
    [isBank ? 'card' : 'address', destinationCount === 0],
  ];
  return needs.flatMap(([need, isMissing]) => (isMissing ? [need] : []));
}
