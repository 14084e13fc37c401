import type { IdentityStatus } from '@halyard/contract/identity/calls';
import type { ReviewStatus } from '../../shared/ui/StatusBadge.tsx';

/** Badge of each verification status. */
export const IDENTITY_BADGES = {
  none: 'unverified',
  pending: 'underReview',
  verified: 'verified',
  rejected: 'rejected',
} as const satisfies Readonly<Record<IdentityStatus, ReviewStatus>>;
