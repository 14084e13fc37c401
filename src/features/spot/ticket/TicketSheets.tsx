import { useId, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { OrderType } from '@halyard/contract/spot/calls';
import { OptionList } from '../../../shared/ui/OptionList.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import type { OrderTerms, TicketEvent } from './ticketForm.ts';
import { TicketSettings } from './TicketSettings.tsx';

const TYPES = ['limit', 'market', 'stop_limit'] as const satisfies readonly OrderType[];

/** The open sheet of the ticket. */
export type TicketSheet = 'type' | 'settings';

type TicketSheetsProps = {
  market: Market;
  chosen: OrderTerms;
  dispatch: ActionDispatch<[TicketEvent]>;
  sheet: TicketSheet | undefined;
  onClose: () => void;
};

/** The order type choice, and the order settings; their code loads after the ticket's. */
export function TicketSheets({ market, chosen, dispatch, sheet, onClose }: TicketSheetsProps) {
  const { t } = useTranslation('spot');
  const listId = useId();
  return (
    <>
      <Sheet isOpen={sheet === 'type'} onOpenChange={onClose} title={t('ticket.type')}>
        <OptionList
          id={listId}
          label={t('ticket.type')}
          options={TYPES.map((value) => ({ value, label: t(`type.${value}`), detail: t(`type.${value}Detail`) }))}
          value={chosen.orderType}
          onChoose={(orderType) => {
            dispatch({ type: 'orderTypeChosen', orderType });
            onClose();
          }}
          hasSearch={false}
        />
      </Sheet>
      <Sheet isOpen={sheet === 'settings'} onOpenChange={onClose} title={t('ticket.settings')}>
        <TicketSettings market={market} chosen={chosen} dispatch={dispatch} />
      </Sheet>
    </>
  );
}
