import { skipToken } from '@reduxjs/toolkit/query';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageMovementsInfiniteQuery, type MovementFilter } from './recordsApi.ts';

/** Movements of a filter, newest first, live. */
export function useMovements(filter: MovementFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageMovementsInfiniteQuery(isLoggedIn ? filter : skipToken), wholePage, { isStreamed: true });
}
