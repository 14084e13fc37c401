/** Movements for the screens, page by page, live. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { UserMovement } from '@halyard/contract/calls/records';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageMovementsInfiniteQuery, type MovementFilter } from './recordsApi.ts';

/** Movements of a filter, newest first; `loadMore` while there are more, `moreError` when that failed. */
export function useMovements(filter: MovementFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageMovementsInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { currentData, isFetchNextPageError } = query;
  const movements = useMemo(() => currentData && unique(currentData.pages.flat()), [currentData]);
  const failure = query.error as AppError | undefined;
  return {
    movements,
    error: movements === undefined ? failure : undefined,
    moreError: isFetchNextPageError ? failure : undefined,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: query.refetch,
    updatedAtMs: query.fulfilledTimeStamp,
    asOfMs: useAsOf(query, true),
  };
}

function unique(rows: readonly UserMovement[]): readonly UserMovement[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
