/** The history of transfers between the user's own accounts. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { TransferSide } from '@halyard/contract/wallet/entryCalls';
import { usePagedList } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { usePageTransferSidesInfiniteQuery } from './transfersApi.ts';

/** A row of the history: a side of a transfer, with all of it where the server tells it. */
export type TransferRow = { readonly id: string; readonly side: TransferSide };

/** Transfers, newest first. */
export function useTransfers() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return usePagedList(usePageTransferSidesInfiniteQuery(isLoggedIn ? undefined : skipToken), rowsOf);
}

// Both sides of a transfer have the same id, so that they are one row.
function rowsOf(sides: readonly TransferSide[]): readonly TransferRow[] {
  return sides.map((side) => ({
    id: side.transfer === undefined ? `side:${side.id}` : `transfer:${side.transfer.id}`,
    side,
  }));
}
