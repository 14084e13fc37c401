import type { ErrorCode } from '@halyard/contract/errors';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';

/** The fields of a market that do not change with its price. */
export type FuturesMarket = Pick<Market, 'id' | 'base' | 'quote' | 'pricePrecision' | 'status' | 'priceSource'> & {
  /** Why no position can be opened now. */
  readonly fault: ErrorCode | undefined;
  readonly symbol: string;
};

/** Element of the user's positions and orders. */
export const POSITIONS_ID = 'futures-positions';

/** Actions on a position or an order, one sheet each. */
export type SheetKind = 'close' | 'stops' | 'margin' | 'reverse' | 'detail';
export type OpenSheet = {
  readonly kind: SheetKind;
  readonly position: FuturesPosition;
  /** Stops dragged on the chart, not confirmed yet. */
  readonly drawn?: DrawnStops | undefined;
};
export type DrawnStops = Readonly<Partial<Record<'profit' | 'loss', Decimal>>>;
