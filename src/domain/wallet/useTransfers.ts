/** The history of transfers between the user's own accounts. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { Transfer, TransferSide } from '@halyard/contract/calls/records';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageTransferSidesInfiniteQuery } from './transfersApi.ts';

/** A transfer; servers of the family tell only of its two sides, each a row of its own. */
export type TransferRow =
  | { readonly kind: 'transfer'; readonly key: string; readonly transfer: Transfer }
  | { readonly kind: 'side'; readonly key: string; readonly side: TransferSide };

/** Transfers, newest first; `loadMore` while there are more. */
export function useTransfers() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageTransferSidesInfiniteQuery(isLoggedIn ? undefined : skipToken);
  const { currentData, isFetchNextPageError } = query;
  const rows = useMemo(() => currentData && transferRows(currentData.pages.flat()), [currentData]);
  const failure = query.error as AppError | undefined;
  return {
    rows,
    error: rows === undefined ? failure : undefined,
    moreError: isFetchNextPageError ? failure : undefined,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: query.refetch,
    updatedAtMs: query.fulfilledTimeStamp,
    asOfMs: useAsOf(query),
  };
}

/** One row a transfer: its two sides come one after the other, and a page that moved on repeats some. */
export function transferRows(sides: readonly TransferSide[]): readonly TransferRow[] {
  const rows = sides.map((side): TransferRow =>
    side.transfer === undefined
      ? { kind: 'side', key: `side:${side.id}`, side }
      : { kind: 'transfer', key: `transfer:${side.transfer.id}`, transfer: side.transfer },
  );
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}
