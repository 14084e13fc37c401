import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '@halyard/contract/options/rules';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import { termsOf } from './optionErrors.ts';
import styles from './Ticket.module.css';
import type { OptionTicketControl } from './useOptionTicket.ts';

const LOOKS = {
  up: { kind: 'buy', Icon: MoveUp },
  down: { kind: 'sell', Icon: MoveDown },
  even: { kind: 'ghost', Icon: Equal },
} as const;

type DirectionButtonsProps = { ticket: OptionTicketControl; isOff: boolean };

/** Up, down, even, each with what a winner gets beside the stake. */
export function DirectionButtons({ ticket, isOff }: DirectionButtonsProps) {
  return (
    <div className={styles['directions']}>
      {(['up', 'down', 'even'] as const).map((direction) => (
        <DirectionButton key={direction} direction={direction} ticket={ticket} isOff={isOff} />
      ))}
    </div>
  );
}

function DirectionButton({ direction, ticket, isOff }: DirectionButtonsProps & { direction: Direction }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const paysId = useId();
  const { kind, Icon } = LOOKS[direction];
  const { time, buying, unit } = ticket;
  const payout = ticket.payoutOf(direction);
  const terms = termsOf(time, direction);
  const isNotOffered = time !== undefined && terms === undefined;
  const pays = payout === undefined ? terms && `+${format.percent(terms.profitRatio)}` : format.pnl(payout, 2);
  const exact = payout === undefined ? undefined : format.amount(payout, 8);
  return (
    <Button
      kind={kind}
      className={styles['direction'] ?? ''}
      aria-describedby={paysId}
      disabled={isOff || isNotOffered}
      isLoading={buying.isSending}
      onClick={() => void ticket.buy(direction)}
    >
      <span className={styles['word']}>
        <Icon aria-hidden />
        {t(`direction.${direction}`)}
      </span>
      <span id={paysId} className={styles['pays']}>
        {isNotOffered && t('ticket.evenOff')}
        {!isNotOffered && <span aria-hidden="true">{pays ?? '—'}</span>}
        {exact !== undefined && <VisuallyHidden>{t('ticket.pays', { amount: exact, currency: unit })}</VisuallyHidden>}
      </span>
    </Button>
  );
}
