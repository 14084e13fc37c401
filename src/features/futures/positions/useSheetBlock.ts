/** Why a change of a position cannot be sent, in words. */
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useCloseBlock, useFuturesBlock } from '../useFuturesBlock.ts';
import type { ChangeSheetProps } from './changeSheet.ts';

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
