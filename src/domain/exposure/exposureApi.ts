/** The limit on what the logged-in user has open without verification. */
import { getExposure, type Exposure } from '@halyard/contract/exposure/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const { useGetExposureQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getExposure: build.query<Exposure, void>({
      query: () => toCall(getExposure, {}),
      // Every purchase, and every way out of one, makes the wallet stale.
      providesTags: ['Wallet', 'Identity'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});
