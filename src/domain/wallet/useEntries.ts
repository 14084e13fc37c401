import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageEntriesInfiniteQuery, type EntryFilter } from './recordsApi.ts';

/**
 * Ledger entries of a filter, newest first, live; a withdrawal is one row, that of its request, which says what became
 * of it.
 */
export function useEntries(filter: EntryFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageEntriesInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { rows: read, ...list } = usePagedList(query, wholePage, { isStreamed: true });
  const { hasMore } = list;
  const rows = useMemo(() => read && rowsOf(read, hasMore), [read, hasMore]);
  return { ...list, rows };
}

/** An end whose request the filter leaves out stands for itself; until all is read, its request may yet come. */
function rowsOf(read: readonly UserEntry[], hasMore: boolean): readonly UserEntry[] {
  const ids = new Set(read.map(({ id }) => id));
  return read.filter(({ partOf }) => partOf === undefined || (!hasMore && !ids.has(partOf)));
}
