/** The fields of a market that do not change with its price. */
import type { Market } from '@halyard/contract/market/calls';

export type FuturesMarket = Pick<Market, 'id' | 'base' | 'quote' | 'pricePrecision' | 'status' | 'priceSource'> & {
  readonly symbol: string;
};
