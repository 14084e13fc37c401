import { lruMemoize } from '@reduxjs/toolkit';
import type { Market } from '@halyard/contract/market/calls';
import { useListMarketsQuery } from '../../../domain/markets/marketsApi.ts';
import { symbolOf, type MarketsData } from '../../../domain/markets/marketsData.ts';

/** Precisions and symbols of a pair's figures. */
export type PairTerms = {
  readonly base: string;
  readonly quote: string;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

// A delisted pair shows all digits.
const ALL_PLACES = 8;

/** The precisions of a pair; a row reads only these, so it does not render with every tick. */
export function usePairTerms({ baseId, quoteId, symbol }: Pair): PairTerms {
  const [base = symbol, quote = ''] = symbol.split('/');
  const places = useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => {
      const id = data?.ids.find(
        (known) => data.byId[known]?.baseId === baseId && data.byId[known]?.quoteId === quoteId,
      );
      const market = id === undefined ? undefined : data?.byId[id];
      return {
        pricePlaces: market?.pricePrecision ?? ALL_PLACES,
        quantityPlaces: market?.quantityPrecision ?? ALL_PLACES,
      };
    },
  });
  return { base, quote, pricePlaces: places.pricePlaces, quantityPlaces: places.quantityPlaces };
}

/** A pair: its currencies and its symbol. */
export type Pair = Pick<Market, 'baseId' | 'quoteId'> & { readonly symbol: string };

/** All pairs in the order of the exchange. Stable while prices change. */
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
