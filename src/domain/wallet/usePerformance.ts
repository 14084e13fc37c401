import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { performanceAt } from '@halyard/contract/wallet/cost';
import type { Performance } from '@halyard/contract/wallet/entryCalls';
import type { Decimal } from '@halyard/contract/money';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useKnownPrice, useTotalEquity } from './useEquity.ts';
import { useGetPerformanceQuery } from './recordsApi.ts';

/** Holdings and costs may change, so it is polled while shown. */
const RENEW_AFTER_MS = 60_000;

/**
 * Profit of today, 7 and 30 days and the worth curve, at current prices; the curve ends with the total shown beside it.
 * Undefined while logged out.
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
  // The last point is replaced by the current total only if the exchange knew the worth then.
  if (total === undefined || curve.at(-1)?.at !== asOf) return performance;
  return { ...performance, curve: [...curve.slice(0, -1), { at: asOf, equity: total }] };
}
