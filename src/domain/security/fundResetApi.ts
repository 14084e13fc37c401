/** A fund password that was forgotten: how its reset stands, asking for it, giving it up. */
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
    /** Its form shows what is wrong. */
    askFundReset: build.mutation<FundReset, RequestOf<typeof askFundReset>>({
      query: (request) => toCall(askFundReset, request),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security'],
    }),
    /** What asks for it shows what is wrong. */
    cancelFundReset: build.mutation<FundReset, void>({
      query: () => toCall(cancelFundReset, {}),
      extraOptions: { isMoneyMutation: true, errors: 'inline' },
      invalidatesTags: ['Security', 'Withdrawal'],
    }),
  }),
});

export const { useGetFundResetQuery, useAskFundResetMutation, useCancelFundResetMutation } = fundResetApi;
