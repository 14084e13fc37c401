/** How a level of verification is shown wherever it is shown. */
import type { IdentityStatus } from '@halyard/contract/identity/calls';
import type { ReviewStatus } from '../../shared/ui/StatusBadge.tsx';

/** The badge of each status. */
export const IDENTITY_BADGES = {
  none: 'unverified',
  pending: 'underReview',
  verified: 'verified',
  rejected: 'rejected',
} as const satisfies Readonly<Record<IdentityStatus, ReviewStatus>>;
