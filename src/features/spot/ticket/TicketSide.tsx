import { memo, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side } from '@halyard/contract/calls/spot';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import type { TicketEvent } from './ticketForm.ts';

type TicketSideProps = { side: Side; dispatch: ActionDispatch<[TicketEvent]> };

/** Buy or sell. */
export const TicketSide = memo(function TicketSide({ side, dispatch }: TicketSideProps) {
  const { t } = useTranslation('spot');
  return (
    <Segmented
      label={t('ticket.side')}
      value={side}
      onValueChange={(chosen) => dispatch({ type: 'sideChosen', side: chosen })}
      options={[
        { value: 'buy', label: t('side.buy'), tone: 'up' },
        { value: 'sell', label: t('side.sell'), tone: 'down' },
      ]}
    />
  );
});
