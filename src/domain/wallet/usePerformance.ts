/** How the user's worth went, for the screens. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { Performance } from '@halyard/contract/wallet/entryCalls';
import type { Decimal } from '@halyard/contract/money';
import { performanceAt } from '@halyard/contract/wallet/performance';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useKnownPrice, useTotalEquity } from './useEquity.ts';
import { useGetPerformanceQuery } from './recordsApi.ts';

/** What the user owns and paid may have changed, so it is asked for anew now and then while it is looked at. */
const RENEW_AFTER_MS = 60_000;

/**
 * Profit of today, 7 and 30 days and the curve of worth, at the prices of now; the curve ends with the total that is
 * shown beside it. Nothing while nobody is logged in.
 */
export function usePerformance() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useGetPerformanceQuery(isLoggedIn ? undefined : skipToken, {
    pollingInterval: RENEW_AFTER_MS,
    skipPollingIfUnfocused: true,
  });
  const { currentData, error, refetch } = query;
  const priceOf = useKnownPrice();
  const total = useTotalEquity();
  const performance = useMemo(
    () => currentData && endingWith(performanceAt(currentData, priceOf), total),
    [currentData, priceOf, total],
  );
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { performance, error: failure, retry: refetch, asOfMs: useAsOf(query) };
}

function endingWith(performance: Performance, total: Decimal | undefined): Performance {
  const { asOf, curve } = performance;
  // The last point is now only where the exchange knew what there was worth.
  if (total === undefined || curve.at(-1)?.at !== asOf) return performance;
  return { ...performance, curve: [...curve.slice(0, -1), { at: asOf, equity: total }] };
}
