/** Actions on a position or an order, one sheet each. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Decimal } from '@halyard/contract/money';

export type SheetKind = 'close' | 'stops' | 'margin' | 'reverse' | 'detail';
export type OpenSheet = {
  readonly kind: SheetKind;
  readonly position: FuturesPosition;
  /** Stops dragged on the chart, not confirmed yet. */
  readonly drawn?: DrawnStops | undefined;
};
export type DrawnStops = Readonly<Partial<Record<'profit' | 'loss', Decimal>>>;
