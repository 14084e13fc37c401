import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import type { OrderType } from '@halyard/contract/spot/calls';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';

/** How far from the best price a market order may trade; a word where it may go anywhere. */
export function CapFigure({ maxSlippage }: { maxSlippage: Decimal | undefined }) {
  const { t } = useTranslation('spot');
  return maxSlippage === undefined ? t('ticket.capOff') : <Num kind="rate" value={maxSlippage} />;
}

/** Whether orders of this type have a slippage cap: market orders, except on servers that know of none. */
export function useHasCap(orderType: OrderType): boolean {
  const isMarket = orderType === 'market';
  // As long as the server has not said what it is, the cap goes along: without it an order could cost more.
  return useServerKind(isMarket) !== 'family' && isMarket;
}
