import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import type { OwnCost } from '@halyard/contract/wallet/costCalls';
import type { Decimal } from '@halyard/contract/money';
import { averageCost, unrealisedProfit, type UnrealisedProfit } from '@halyard/contract/wallet/cost';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useKnownPrice } from './useEquity.ts';
import { useGetCostsQuery } from './recordsApi.ts';

/** A coin, its cost and its unrealised profit at current prices; `undefined` when unknown. */
export type CoinCost = {
  readonly position: OwnCost;
  readonly average: Decimal | undefined;
  readonly profit: UnrealisedProfit | undefined;
};

/** Finds the cost of a coin by name: undefined for the currency of costs itself, and while unknown. */
export function useCoinCosts(): (currency: string) => CoinCost | undefined {
  const { data } = useCosts();
  const priceOf = useKnownPrice();
  return useCallback(
    (currency) => {
      const position = data?.positions.find((each) => each.currency === currency);
      if (position === undefined) return undefined;
      return { position, average: averageCost(position), profit: unrealisedProfit(position, priceOf(currency)) };
    },
    [data, priceOf],
  );
}

/** The years (UTC) with ledger entries of the user, latest first. */
export function useTaxYears(nowMs: number): readonly number[] {
  const { data } = useCosts();
  const last = new Date(nowMs).getUTCFullYear();
  const first = data?.since == null ? last : new Date(data.since).getUTCFullYear();
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => last - index);
}

function useCosts() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return useGetCostsQuery(isLoggedIn ? undefined : skipToken);
}
