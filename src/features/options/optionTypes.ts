/** The fields of a market that do not change with its price. */
import type { ErrorCode } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';

export type OptionMarket = Pick<Market, 'id' | 'quote' | 'pricePrecision'> & {
  readonly symbol: string;
  /** Why no option can be bought now. */
  readonly fault: ErrorCode | undefined;
};
