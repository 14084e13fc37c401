/** Known addresses only: whether it is on, and turning it on and off. */
import type { RequestOf } from '@halyard/contract/call';
import { getWhitelist, setWhitelist, type Whitelist } from '@halyard/contract/withdrawals/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const whitelistApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** An error from a server of the family, which does not have it. */
    getWhitelist: build.query<Whitelist, void>({
      query: () => toCall(getWhitelist, {}),
      extraOptions: { errors: 'inline' },
      providesTags: ['Address'],
    }),
    /** What asks for it shows what is wrong. */
    setWhitelist: build.mutation<Whitelist, RequestOf<typeof setWhitelist>>({
      query: (request) => toCall(setWhitelist, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Address', 'Security'],
    }),
  }),
});

export const { useGetWhitelistQuery, useSetWhitelistMutation } = whitelistApi;
