import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../../shared/format/Num.tsx';

/** How far from the best price a market order may trade; a word where it may go anywhere. */
export function CapFigure({ maxSlippage }: { maxSlippage: Decimal | undefined }) {
  const { t } = useTranslation('spot');
  return maxSlippage === undefined ? t('ticket.capOff') : <Num kind="rate" value={maxSlippage} />;
}
