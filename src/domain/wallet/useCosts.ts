/** What the user's coins cost, and what they would win at the prices of now. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import type { OwnCost } from '@halyard/contract/wallet/costCalls';
import type { Decimal } from '@halyard/contract/money';
import { averageCost, unrealisedProfit, type UnrealisedProfit } from '@halyard/contract/wallet/cost';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useKnownPrice } from './useEquity.ts';
import { useGetCostsQuery } from './recordsApi.ts';

/** A coin, what it cost, and what it would win now; `undefined` is not known. */
export type CoinCost = {
  readonly position: OwnCost;
  readonly average: Decimal | undefined;
  readonly profit: UnrealisedProfit | undefined;
};

/** Finds the cost of a coin by its name: none for what costs are counted in, and while nothing is known. */
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

/** The years (UTC) that the user's money moved in, the latest first. */
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
