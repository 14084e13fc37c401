/** What every sheet that changes a position is given. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Decimal } from '@halyard/contract/money';
import type { CrossAccount } from '@halyard/contract/futures/cross';
import type { LivePosition } from '../../../domain/futures/liveAccount.ts';
import type { DrawnStops } from './sheetKinds.ts';

export type ChangeSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly position: FuturesPosition;
  /** How it stands by now; none of an order that waits, and of a position that has ended meanwhile. */
  readonly live: LivePosition | undefined;
  /** What cross positions stand by, and what is free of the account. */
  readonly cross: CrossAccount | undefined;
  readonly free: Decimal | undefined;
  readonly drawn: DrawnStops | undefined;
};
