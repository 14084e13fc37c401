/** What every sheet that changes a position is given. */
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Decimal } from '@halyard/contract/money';
import type { CrossAccount } from '@halyard/contract/futures/cross';
import type { LivePosition } from '../../../domain/futures/liveAccount.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useCloseBlock, useFuturesBlock } from '../useFuturesBlock.ts';
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

/** Why a change of a position cannot be sent, in words. */
export function useSheetBlock({ position, live, isOpen }: ChangeSheetProps): string | undefined {
  return useReason({ position, live, isOpen }, useFuturesBlock(useMarketRow(position.marketId)?.status));
}

/** The same of closing it, which goes on without prices of now; and whether there are none. */
export function useCloseSheetBlock({ position, live, isOpen }: ChangeSheetProps) {
  const status = useMarketRow(position.marketId)?.status;
  const isStill = useFuturesBlock(status) !== undefined;
  return { blocked: useReason({ position, live, isOpen }, useCloseBlock(status)), isStill };
}

function useReason(
  { position, live, isOpen }: Pick<ChangeSheetProps, 'position' | 'live' | 'isOpen'>,
  blocked: CodedError | undefined,
): string | undefined {
  const { t } = useTranslation('lever');
  if (!isOpen) return undefined;
  if (blocked !== undefined) return errorText(blocked.code);
  const isThere = position.status === 'pending' || live !== undefined;
  return isThere ? undefined : t('change.over');
}
