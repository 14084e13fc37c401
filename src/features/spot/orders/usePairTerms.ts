import type { Order } from '@halyard/contract/calls/spot';
import { useListMarketsQuery } from '../../../domain/markets/marketsApi.ts';

/** How figures of a pair are written. */
export type PairTerms = {
  readonly base: string;
  readonly quote: string;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

/** What a pair of an order or an execution is told by. */
type Pair = Pick<Order, 'baseId' | 'quoteId' | 'symbol'>;

// Of a pair that is not traded any more all digits are shown.
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
