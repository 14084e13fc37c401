/** What the work on withdrawals needs. */
import type { ReviewDeps } from '../../operator/review.ts';
import type { CodesService } from '../user/codesService.ts';

export type WithdrawalDeps = ReviewDeps & { readonly codes: CodesService };
