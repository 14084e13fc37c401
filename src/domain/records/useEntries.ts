import { skipToken } from '@reduxjs/toolkit/query';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageEntriesInfiniteQuery, type EntryFilter } from './recordsApi.ts';

/** Ledger entries of a filter, newest first, live. */
export function useEntries(filter: EntryFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageEntriesInfiniteQuery(isLoggedIn ? filter : skipToken), wholePage, { isStreamed: true });
}
