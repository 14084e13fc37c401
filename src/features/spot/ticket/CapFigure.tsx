import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { isMarketType } from '@halyard/contract/spot/rules';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import type { TicketType } from './ticketForm.ts';

/** The slippage cap of market orders; a text when there is none. */
export function CapFigure({ maxSlippage }: { maxSlippage: Decimal | undefined }) {
  const { t } = useTranslation('spot');
  return maxSlippage === undefined ? t('ticket.capOff') : <Num kind="rate" value={maxSlippage} />;
}

/** Whether what is placed may trade as a market order, with a slippage cap, which legacy servers do not have. */
export function useHasCap(orderType: TicketType, hasExits = false): boolean {
  const isMarket = hasExits || orderType === 'oco' || isMarketType(orderType);
  // Until the server's kind is known the cap is sent: without it an order could cost more.
  return useServerKind(isMarket) !== 'legacy' && isMarket;
}
