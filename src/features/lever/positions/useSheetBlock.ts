/** Why a change of a position cannot be sent, in words. */
import { useTranslation } from 'react-i18next';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useLeverBlock } from '../useLeverBlock.ts';
import type { ChangeSheetProps } from './changeSheet.ts';

export function useSheetBlock({ position, live, isOpen }: ChangeSheetProps): string | undefined {
  const { t } = useTranslation('lever');
  const blocked = useLeverBlock(useMarketRow(position.marketId)?.status);
  if (!isOpen) return undefined;
  if (blocked !== undefined) return errorText(blocked.code);
  const isThere = position.status === 'pending' || live !== undefined;
  return isThere ? undefined : t('change.over');
}
