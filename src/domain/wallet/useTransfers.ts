import { skipToken } from '@reduxjs/toolkit/query';
import type { TransferSide } from '@halyard/contract/wallet/entryCalls';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageTransferSidesInfiniteQuery } from './transfersApi.ts';

/** A history row: one side of a transfer, with the whole transfer when the server sends it. */
export type TransferRow = { readonly id: string; readonly side: TransferSide };

/** Transfers, newest first. */
export function useTransfers() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageTransferSidesInfiniteQuery(isLoggedIn ? undefined : skipToken), rowsOf);
}

// Both sides of a transfer share an id and make one row.
function rowsOf(sides: readonly TransferSide[]): readonly TransferRow[] {
  return sides.map((side) => ({
    id: side.transfer === undefined ? `side:${side.id}` : `transfer:${side.transfer.id}`,
    side,
  }));
}
