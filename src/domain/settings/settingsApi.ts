/** What the operator set that screens must know (`set/config`). */
import { getAppConfig, type AppConfig } from '@halyard/contract/settings/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const settingsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A server of the family has no such call: CALL_NOT_FOUND. */
    getAppConfig: build.query<AppConfig, void>({
      query: () => toCall(getAppConfig, {}),
      providesTags: ['Config'],
    }),
  }),
});

export const { useGetAppConfigQuery } = settingsApi;
