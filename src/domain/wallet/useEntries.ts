import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageEntriesInfiniteQuery, type EntryFilter } from './recordsApi.ts';

/** Ledger entries of a filter, newest first, live. A withdrawal is one row, that of its request, with its outcome. */
export function useEntries(filter: EntryFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageEntriesInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { rows: read, ...list } = usePagedList(query, wholePage, { isStreamed: true });
  const { hasMore } = list;
  const rows = useMemo(() => read && rowsOf(read, hasMore), [read, hasMore]);
  return { ...list, rows };
}

/** An end whose request is outside the filter has its own row; until all is read, its request may still come. */
function rowsOf(read: readonly UserEntry[], hasMore: boolean): readonly UserEntry[] {
  const ids = new Set(read.map(({ id }) => id));
  return read.filter(({ partOf }) => partOf === undefined || (!hasMore && !ids.has(partOf)));
}
