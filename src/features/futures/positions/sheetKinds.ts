/** What can be done with a position or an order, each in a sheet of its own. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Decimal } from '@halyard/contract/money';

export type SheetKind = 'close' | 'stops' | 'margin' | 'reverse' | 'detail';
export type OpenSheet = {
  readonly kind: SheetKind;
  readonly position: FuturesPosition;
  /** Stops that the user has drawn, before he has agreed to them. */
  readonly drawn?: DrawnStops | undefined;
};
export type DrawnStops = Readonly<Partial<Record<'profit' | 'loss', Decimal>>>;
