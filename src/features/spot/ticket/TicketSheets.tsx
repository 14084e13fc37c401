import { useId, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { OptionList } from '../../../shared/ui/OptionList.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import type { OrderTerms, TicketEvent, TicketType } from './ticketForm.ts';
import { TicketSettings } from './TicketSettings.tsx';

const FIRST_TYPES = ['limit', 'market', 'stop_limit'] as const satisfies readonly TicketType[];

/** A legacy server has only the first ones. */
const TYPES = [...FIRST_TYPES, 'stop_market', 'trailing_stop', 'oco'] as const satisfies readonly TicketType[];

/** The open sheet of the ticket. */
export type TicketSheet = 'type' | 'settings';

type TicketSheetsProps = {
  market: Market;
  chosen: OrderTerms;
  hasExits: boolean;
  endError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
  sheet: TicketSheet | undefined;
  onClose: () => void;
};

/** The order type choice, and the order settings; their code loads after the ticket's. */
export function TicketSheets({ market, chosen, hasExits, endError, dispatch, sheet, onClose }: TicketSheetsProps) {
  const { t } = useTranslation('spot');
  const listId = useId();
  const types: readonly TicketType[] = useServerKind() === 'legacy' ? FIRST_TYPES : TYPES;
  return (
    <>
      <Sheet isOpen={sheet === 'type'} onOpenChange={onClose} title={t('ticket.type')}>
        <OptionList
          id={listId}
          label={t('ticket.type')}
          options={types.map((value) => ({ value, label: t(`type.${value}`), detail: t(`type.${value}Detail`) }))}
          value={chosen.orderType}
          onChoose={(orderType) => {
            dispatch({ type: 'orderTypeChosen', orderType });
            onClose();
          }}
          hasSearch={false}
        />
      </Sheet>
      <Sheet isOpen={sheet === 'settings'} onOpenChange={onClose} title={t('ticket.settings')}>
        <TicketSettings market={market} chosen={chosen} hasExits={hasExits} endError={endError} dispatch={dispatch} />
      </Sheet>
    </>
  );
}
