/** The source of a market's prices. */
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const priceSourceApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceSource: build.query({
      query: (symbol: string) => toCall(getPriceSource, { symbol }),
      // The page shows the error in place of the facts.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useGetPriceSourceQuery } = priceSourceApi;
