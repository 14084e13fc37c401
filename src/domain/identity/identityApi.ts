/** Identity verification of the logged-in user. */
import type { RequestOf } from '@halyard/contract/call';
import {
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
  type Identity,
  type IdentityLevel,
  type IdentityStatus,
} from '@halyard/contract/identity/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import type { ReviewStatus } from '../../shared/ui/StatusBadge.tsx';
import { legacyIdentity } from '../legacy-clients/identity.ts';

const identityApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Both levels. Live. */
    getIdentity: build.query<Identity, void>({
      query: () => toCall(getIdentity, {}),
      extraOptions: { fromLegacyClient: legacyIdentity },
      providesTags: ['Identity'],
    }),
    /** Submits the basic level. The form shows errors. */
    submitBasic: build.mutation<string, RequestOf<typeof submitBasicIdentity>>({
      query: (request) => toCall(submitBasicIdentity, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Identity', 'Session'],
      onQueryStarted: (_request, { dispatch, queryFulfilled }) =>
        showPending('basic', dispatch as AppDispatch, queryFulfilled),
    }),
    /** Submits the advanced level. The form shows errors. */
    submitAdvanced: build.mutation<string, RequestOf<typeof submitAdvancedIdentity>>({
      query: (request) => toCall(submitAdvancedIdentity, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Identity', 'Session'],
      onQueryStarted: (_request, { dispatch, queryFulfilled }) =>
        showPending('advanced', dispatch as AppDispatch, queryFulfilled),
    }),
  }),
});

export const { useGetIdentityQuery, useSubmitBasicMutation, useSubmitAdvancedMutation } = identityApi;

/** Sets the status to under review before the re-read, so that the form cannot be sent twice. */
async function showPending(
  level: 'basic' | 'advanced',
  dispatch: AppDispatch,
  whenTaken: Promise<unknown>,
): Promise<void> {
  const isTaken = await whenTaken.then(
    () => true,
    () => false,
  );
  if (!isTaken) return;
  const pending: IdentityLevel = { status: 'pending', rejectReason: null, submittedAt: null, reviewedAt: null };
  dispatch(identityApi.util.updateQueryData('getIdentity', undefined, (draft) => ({ ...draft, [level]: pending })));
}

/** Badge of each verification status. */
export const IDENTITY_BADGES = {
  none: 'unverified',
  pending: 'underReview',
  verified: 'verified',
  rejected: 'rejected',
} as const satisfies Readonly<Record<IdentityStatus, ReviewStatus>>;
