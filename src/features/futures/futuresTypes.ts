/** The fields of a market that do not change with its price. */
import type { ErrorCode } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';

export type FuturesMarket = Pick<Market, 'id' | 'base' | 'quote' | 'pricePrecision' | 'status' | 'priceSource'> & {
  /** Why no position can be opened now. */
  readonly fault: ErrorCode | undefined;
  readonly symbol: string;
};

/** Element of the user's positions and orders. */
export const POSITIONS_ID = 'futures-positions';
