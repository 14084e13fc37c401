import type { AppError } from '../../shared/api/appError.ts';
import { useGetAppConfigQuery } from './settingsApi.ts';

type ServerKind = 'exchange' | 'sandbox' | 'family';

/**
 * What the server is: this exchange, a sandbox of it, or another server of the family, which has no config; `undefined`
 * until it has said so, and while `isAsked` is false.
 */
export function useServerKind(isAsked = true): ServerKind | undefined {
  const { data: config, error } = useGetAppConfigQuery(undefined, { skip: !isAsked });
  if (config !== undefined) return config.isSandbox ? 'sandbox' : 'exchange';
  return (error as AppError | undefined)?.code === 'CALL_NOT_FOUND' ? 'family' : undefined;
}
