import { skipToken } from '@reduxjs/toolkit/query';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetResultsQuery,
  usePageResultEntriesInfiniteQuery,
  type ResultEntriesFilter,
  type ResultRange,
} from './resultsApi.ts';

const RENEW_AFTER_MS = 60_000;

/** The results of a range; one that is not over is read again while it is shown. */
export function useResults(range: ResultRange, isOver: boolean) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useGetResultsQuery(isLoggedIn ? range : skipToken, {
    pollingInterval: isOver ? 0 : RENEW_AFTER_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { currentData, error, refetch } = query;
  return {
    results: currentData,
    error: currentData === undefined ? (error as AppError | undefined) : undefined,
    retry: refetch,
    updatedAtMs: query.fulfilledTimeStamp,
    asOfMs: useAsOf(query),
  };
}

/** The entries of a figure; nothing is requested without a filter. */
export function useResultEntries(filter: ResultEntriesFilter | undefined) {
  const query = usePageResultEntriesInfiniteQuery(filter ?? skipToken, { refetchOnMountOrArgChange: true });
  return usePagedList(query, wholePage);
}
