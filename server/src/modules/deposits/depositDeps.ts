/** Dependencies of the deposit operations. */
import type { Chain } from '@halyard/contract/deposits/calls';
import type { UserId } from '@halyard/contract/ids';
import type { Catalogue } from '../../catalogue.ts';
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import type { BankDetails } from './bankDetails.ts';

export type DepositDeps = ReviewDeps & {
  readonly isSandbox: boolean;
  readonly catalogue: Catalogue;
  /** Without it new deposits wait for an operator. */
  readonly askReview?: AskReview | undefined;
  /** `undefined`: no bank deposits. */
  readonly bank: BankDetails | undefined;
  /**
   * The user's own address on a chain. Throws `BusinessError('DEPOSIT_UNAVAILABLE')` when the operator configured no
   * key for the chain. Not to be called inside a transaction.
   */
  readonly addressOf: (userId: UserId, chain: Chain) => Promise<string>;
};
