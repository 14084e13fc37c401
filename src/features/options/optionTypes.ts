/** The fields of a market that do not change with its price. */
import type { Market } from '@halyard/contract/market/calls';

export type OptionMarket = Pick<Market, 'id' | 'quote' | 'pricePrecision' | 'status'> & { readonly symbol: string };
