/** The withdrawal whitelist: its state, and turning it on and off. */
import type { RequestOf } from '@halyard/contract/call';
import { getWhitelist, setWhitelist, type Whitelist } from '@halyard/contract/withdrawals/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const whitelistApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A legacy server lacks this call and answers an error. */
    getWhitelist: build.query<Whitelist, void>({
      query: () => toCall(getWhitelist, {}),
      extraOptions: { errors: 'inline' },
      providesTags: ['Address'],
    }),
    /** The caller shows errors. */
    setWhitelist: build.mutation<Whitelist, RequestOf<typeof setWhitelist>>({
      query: (request) => toCall(setWhitelist, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Address', 'Security'],
    }),
  }),
});

export const { useGetWhitelistQuery, useSetWhitelistMutation } = whitelistApi;
