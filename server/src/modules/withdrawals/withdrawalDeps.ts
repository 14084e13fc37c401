/** Dependencies of the withdrawal operations. */
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import type { StepUpDeps } from '../security/stepUp.ts';

export type WithdrawalDeps = ReviewDeps &
  StepUpDeps & {
    /** Hours that withdrawals are held after a change. */
    readonly holdHours: number;
    /** Without it new withdrawals wait for an operator. */
    readonly askReview?: AskReview | undefined;
  };
