/** The house's figures for options. */
import { getOptionFigures, type OptionFigures } from '@halyard/contract/options/receiptCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const figuresApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getOptionFigures: build.query<OptionFigures, void>({
      query: () => toCall(getOptionFigures, {}),
      keepUnusedDataFor: 0,
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useGetOptionFiguresQuery } = figuresApi;
