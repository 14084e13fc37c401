/** What anybody may ask of options: receipts, and the house's side (products.md 6). */
import type { RequestOf } from '@halyard/contract/call';
import { getOptionFigures, getReceipt, type OptionFigures, type OptionReceipt } from '@halyard/contract/calls/fairness';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const fairnessApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getReceipt: build.query<OptionReceipt, RequestOf<typeof getReceipt>>({
      query: (request) => toCall(getReceipt, request),
      extraOptions: { errors: 'inline' },
    }),
    getOptionFigures: build.query<OptionFigures, void>({
      query: () => toCall(getOptionFigures, {}),
      keepUnusedDataFor: 0,
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useGetReceiptQuery, useGetOptionFiguresQuery } = fairnessApi;
