/** Identity verification of the logged-in user (specification, sections 4 and 7). */
import type { RequestOf } from '@halyard/contract/call';
import {
  getAdvancedIdentity,
  getIdentity,
  submitAdvancedIdentity,
  submitBasicIdentity,
  type AdvancedIdentity,
  type Identity,
  type IdentityLevel,
} from '@halyard/contract/calls/identity';
import { getUser, type User } from '@halyard/contract/calls/user';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';

export const identityApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Both levels. Live. A server of the family tells them apart, and no reasons. */
    getIdentity: build.query<Identity, void>({
      queryFn: async (_none, _api, _options, runCall) => {
        const told = await runCall(toCall(getIdentity, {}));
        if (told.error === undefined) return { data: told.data as Identity };
        if (told.error.code !== 'CALL_NOT_FOUND') return { error: told.error };
        const [user, advanced] = await Promise.all([
          runCall(toCall(getUser, {})),
          runCall(toCall(getAdvancedIdentity, {})),
        ]);
        if (user.error !== undefined) return { error: user.error };
        return { data: ofFamily(user.data as User, advanced.data as AdvancedIdentity | undefined) };
      },
      providesTags: ['Identity'],
    }),
    /** Submits the basic level. Its form shows what is wrong. */
    submitBasic: build.mutation<string, RequestOf<typeof submitBasicIdentity>>({
      query: (request) => toCall(submitBasicIdentity, request),
      extraOptions: { isMoneyWrite: true, errors: 'inline' },
      invalidatesTags: ['Identity', 'Session'],
      onQueryStarted: (_request, { dispatch, queryFulfilled }) =>
        showPending('basic', dispatch as AppDispatch, queryFulfilled),
    }),
    /** Submits the advanced level. Its form shows what is wrong. */
    submitAdvanced: build.mutation<string, RequestOf<typeof submitAdvancedIdentity>>({
      query: (request) => toCall(submitAdvancedIdentity, request),
      extraOptions: { isMoneyWrite: true, errors: 'inline' },
      invalidatesTags: ['Identity', 'Session'],
      onQueryStarted: (_request, { dispatch, queryFulfilled }) =>
        showPending('advanced', dispatch as AppDispatch, queryFulfilled),
    }),
  }),
});

export const { useGetIdentityQuery, useSubmitBasicMutation, useSubmitAdvancedMutation } = identityApi;

/** What was taken in is under review: said before it is read anew, so that its form cannot send it a second time. */
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

function ofFamily(user: User, advanced: AdvancedIdentity | undefined): Identity {
  const level = (status: IdentityLevel['status']): IdentityLevel => ({
    status,
    rejectReason: null,
    submittedAt: null,
    reviewedAt: null,
  });
  return {
    basic: level(user.reviewStatus),
    advanced: level(advanced?.status ?? 'none'),
    country: null,
    name: user.name === '' ? null : user.name,
    idNumberMasked: user.idNumberMasked === '' ? null : user.idNumberMasked,
  };
}
