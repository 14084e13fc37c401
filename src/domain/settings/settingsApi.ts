/** Operator's settings for the screens (`set/config`). */
import { type AppConfig, getAppConfig } from '@halyard/contract/settings/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

const settingsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A legacy server answers CALL_NOT_FOUND. */
    getAppConfig: build.query<AppConfig, void>({
      query: () => toCall(getAppConfig, {}),
      providesTags: ['Config'],
    }),
  }),
});

export const { useGetAppConfigQuery } = settingsApi;

type ServerKind = 'exchange' | 'sandbox' | 'legacy';

/**
 * The kind of server: this exchange, its sandbox, or a legacy server (`legacy`), which has no config; `undefined` until
 * known, and while `isAsked` is false.
 */
export function useServerKind(isAsked = true): ServerKind | undefined {
  const { data: config, error } = useGetAppConfigQuery(undefined, { skip: !isAsked });
  if (config !== undefined) return config.isSandbox ? 'sandbox' : 'exchange';
  return (error as AppError | undefined)?.code === 'CALL_NOT_FOUND' ? 'legacy' : undefined;
}
