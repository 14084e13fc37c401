import { getPublishedLimits, type PublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const { useGetPublishedLimitsQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getPublishedLimits: build.query<PublishedLimits, void>({
      query: () => toCall(getPublishedLimits, {}),
      extraOptions: { errors: 'inline' },
    }),
  }),
});
