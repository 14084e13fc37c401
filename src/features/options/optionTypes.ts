/** What the screen needs of a market that does not change with its price. */
import type { Market } from '@halyard/contract/market/calls';

export type OptionMarket = Pick<Market, 'id' | 'quote' | 'pricePrecision' | 'status'> & { readonly symbol: string };
