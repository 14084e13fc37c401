/** What the work on withdrawals needs. */
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import type { StepUpDeps } from '../security/stepUp.ts';

export type WithdrawalDeps = ReviewDeps &
  StepUpDeps & {
    /** How long withdrawals wait for what is new. */
    readonly holdHours: number;
    /** Without it new withdrawals wait for an operator. */
    readonly askReview?: AskReview | undefined;
  };
