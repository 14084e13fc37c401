/** Props of every sheet that changes a position. */
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { CrossAccount } from '@halyard/contract/futures/account';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Decimal } from '@halyard/contract/money';
import type { LivePosition } from '../../../domain/futures/useFutures.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useCloseBlock, useFuturesBlock } from '../useFuturesBlock.ts';
import type { DrawnStops } from '../futuresTypes.ts';

export type ChangeSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly position: FuturesPosition;
  /** Its live figures; undefined for a waiting order, and once the position has closed. */
  readonly live: LivePosition | undefined;
  /** The account behind the cross positions, and its free amount. */
  readonly cross: CrossAccount | undefined;
  readonly free: Decimal | undefined;
  readonly drawn: DrawnStops | undefined;
};

/** Why a change of a position cannot be sent, as text. */
export function useSheetBlock({ position, live, isOpen }: ChangeSheetProps): string | undefined {
  return useReason({ position, live, isOpen }, useFuturesBlock(useMarketRow(position.marketId)?.status));
}

/** The same for closing, which also works without current prices; `isStill`: there are none. */
export function useCloseSheetBlock({ position, live, isOpen }: ChangeSheetProps) {
  const status = useMarketRow(position.marketId)?.status;
  const isStill = useFuturesBlock(status) !== undefined;
  return { blocked: useReason({ position, live, isOpen }, useCloseBlock(status)), isStill };
}

function useReason(
  { position, live, isOpen }: Pick<ChangeSheetProps, 'position' | 'live' | 'isOpen'>,
  blocked: CodedError | undefined,
): string | undefined {
  const { t } = useTranslation('futures');
  if (!isOpen) return undefined;
  if (blocked !== undefined) return errorText(blocked.code);
  const isThere = position.status === 'pending' || live !== undefined;
  return isThere ? undefined : t('change.over');
}
