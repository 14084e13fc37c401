/** The logged-in user's fees and limits. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { getOwnLimits, type OwnLimits } from '@halyard/contract/limits/calls';
import { ratesOfGroup } from '@halyard/contract/limits/rules';
import type { Market } from '@halyard/contract/market/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

export const { useGetOwnLimitsQuery } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnLimits: build.query<OwnLimits, void>({
      query: () => toCall(getOwnLimits, {}),
      // Orders, purchases and withdrawals invalidate the wallet.
      providesTags: ['Wallet', 'Identity', 'Session'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** A market with the fee rates that the user pays in it: the market's own while the user's group is unknown. */
export function useOwnFees(market: Market): Market {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData } = useGetOwnLimitsQuery(isLoggedIn ? undefined : skipToken);
  return useMemo(() => {
    const { makerFeeRate, takerFeeRate } = market;
    if (currentData == null || makerFeeRate === undefined || takerFeeRate === undefined) return market;
    return { ...market, ...ratesOfGroup({ makerFeeRate, takerFeeRate }, currentData) };
  }, [market, currentData]);
}
