/** The user's break from trading products, and what else refuses purchases. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { CodedError } from '@halyard/contract/errors';
import { getTradingBreak, purchaseRefusal, type PurchaseBlocks } from '@halyard/contract/limits/breakCalls';
import type { LimitedProduct } from '@halyard/contract/limits/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

const { useGetTradingBreakQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getTradingBreak: build.query<PurchaseBlocks, void>({
      query: () => toCall(getTradingBreak, {}),
      providesTags: ['Security', 'Identity'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** The end of the break; null without one, undefined while unknown. */
export function useTradingBreak() {
  const query = useGetTradingBreakQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  const until = query.currentData?.until;
  const endMs = until == null ? until : Date.parse(until);
  const isOver = useEachSecond((deviceMs) => endMs != null && endMs <= serverTimeMs(deviceMs));
  return { known: query.currentData, endMs: isOver ? null : endMs, error: query.error, retry: query.refetch } as const;
}

/** Why a product cannot be bought now: a frozen account, the user's country, or a break of the user. */
export function usePurchaseBlock(product: LimitedProduct): CodedError | undefined {
  const { known, endMs } = useTradingBreak();
  return useMemo(
    () => known && purchaseRefusal({ ...known, until: endMs === null ? null : known.until }, product),
    [known, endMs, product],
  );
}
