/** Reset of a forgotten fund password: status, request, cancellation. */
import type { RequestOf } from '@halyard/contract/call';
import { askFundReset, cancelFundReset, getFundReset, type FundReset } from '@halyard/contract/security/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const fundResetApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getFundReset: build.query<FundReset, void>({
      query: () => toCall(getFundReset, {}),
      extraOptions: { errors: 'inline' },
      providesTags: ['Security'],
    }),
    /** The form shows errors. */
    askFundReset: build.mutation<FundReset, RequestOf<typeof askFundReset>>({
      query: (request) => toCall(askFundReset, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** The caller shows errors. */
    cancelFundReset: build.mutation<FundReset, void>({
      query: () => toCall(cancelFundReset, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
  }),
});

export const { useGetFundResetQuery, useAskFundResetMutation, useCancelFundResetMutation } = fundResetApi;
