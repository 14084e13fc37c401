import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import type { OrderType } from '@halyard/contract/spot/calls';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';

/** The slippage cap of market orders; a text when there is none. */
export function CapFigure({ maxSlippage }: { maxSlippage: Decimal | undefined }) {
  const { t } = useTranslation('spot');
  return maxSlippage === undefined ? t('ticket.capOff') : <Num kind="rate" value={maxSlippage} />;
}

/** Whether orders of this type have a slippage cap: market orders, except on legacy servers. */
export function useHasCap(orderType: OrderType): boolean {
  const isMarket = orderType === 'market';
  // Until the server's kind is known the cap is sent: without it an order could cost more.
  return useServerKind(isMarket) !== 'legacy' && isMarket;
}
