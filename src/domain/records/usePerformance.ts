/** How the user's worth went, for the screens. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useGetPerformanceQuery } from './recordsApi.ts';

/** Profit follows prices, so it is computed anew now and then while it is looked at. */
const RENEW_AFTER_MS = 60_000;

/** Profit of today, 7 and 30 days and the curve of worth; nothing while nobody is logged in. */
export function usePerformance() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useGetPerformanceQuery(isLoggedIn ? undefined : skipToken, {
    pollingInterval: RENEW_AFTER_MS,
    skipPollingIfUnfocused: true,
  });
  const { currentData, error, refetch } = query;
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { performance: currentData, error: failure, retry: refetch, asOfMs: useAsOf(query) };
}
