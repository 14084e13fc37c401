import { lruMemoize } from '@reduxjs/toolkit';
import type { Market } from '@halyard/contract/calls/markets';
import { useListMarketsQuery } from '../../../domain/markets/marketsApi.ts';
import { symbolOf, type MarketsData } from '../../../domain/markets/marketsData.ts';

/** A pair that can be traded. */
export type Pair = Pick<Market, 'baseId' | 'quoteId'> & { readonly symbol: string };

/** All pairs, in the order of the exchange. Prices change with every tick, pairs do not: the same list is given until they do. */
export function usePairs(): readonly Pair[] {
  return useListMarketsQuery(undefined, { selectFromResult: ({ data }) => ({ pairs: pairsOf(data) }) }).pairs;
}

const pairsOf = lruMemoize(
  (data: MarketsData | undefined): readonly Pair[] =>
    (data?.ids ?? []).flatMap((id) => {
      const market = data?.byId[id];
      return market === undefined ? [] : { symbol: symbolOf(market), baseId: market.baseId, quoteId: market.quoteId };
    }),
  { resultEqualityCheck: areSame },
);

function areSame(one: readonly Pair[], other: readonly Pair[]): boolean {
  return one.length === other.length && one.every(({ symbol }, index) => symbol === other[index]?.symbol);
}
