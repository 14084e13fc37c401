import { skipToken } from '@reduxjs/toolkit/query';
import type { UserEntry } from '@halyard/contract/calls/records';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageEntriesInfiniteQuery, type EntryFilter } from './recordsApi.ts';

/**
 * Ledger entries of a filter, newest first, live; a withdrawal is one row, that of its request, which says what became
 * of it.
 */
export function useEntries(filter: EntryFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageEntriesInfiniteQuery(isLoggedIn ? filter : skipToken), rowsOf, { isStreamed: true });
}

function rowsOf(page: readonly UserEntry[]): readonly UserEntry[] {
  return page.filter(({ partOf }) => partOf === undefined);
}
