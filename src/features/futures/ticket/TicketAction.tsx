import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { CodedError } from '@halyard/contract/errors';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import { fieldOf } from './futuresErrors.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

type TicketActionProps = {
  ticket: FuturesTicketControl;
  market: FuturesMarket;
  blockedReason: CodedError | undefined;
  /** Passed separately from the ticket, which may lag behind: the button must be current. */
  isSending: boolean;
};

/** The one button, with the reason below it when it is disabled or the order was refused. */
export function TicketAction({ isSending, ...shown }: TicketActionProps) {
  const { t } = useTranslation('lever');
  const { ticket, blockedReason } = shown;
  const { form, ready } = ticket;
  return (
    <div className={styles['action']}>
      {form.isLimit && ready?.preview.opensNow === true && <p className={styles['note']}>{t('ticket.opensNow')}</p>}
      <Button
        type="submit"
        kind={form.side === 'long' ? 'buy' : 'sell'}
        disabled={blockedReason !== undefined}
        isLoading={isSending}
      >
        {t(`ticket.open.${form.side}`)}
      </Button>
      <p className={styles['reason']} role="status">
        <Reason {...shown} />
      </p>
    </div>
  );
}

function Reason({ ticket, market, blockedReason }: Omit<TicketActionProps, 'isSending'>) {
  const { t } = useTranslation('lever');
  const { write: mutation, error, outcome } = ticket;
  const checking = useCheckingText(mutation.status);
  const opened = useOpenedText(outcome, market);
  if (blockedReason !== undefined) return errorText(blockedReason.code);
  if (error?.code === 'STOPS_MISSING') return t('stops.missing');
  if (error !== undefined && fieldOf(error) === 'form') return appErrorText(error);
  return checking ?? (opened !== undefined && <span className={styles['outcome']}>{opened}</span>);
}

/** The opened position with its price, or the waiting order; its card shows what follows. */
function useOpenedText(answer: FuturesPosition | string | undefined, { pricePrecision }: FuturesMarket) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  if (answer === undefined || typeof answer === 'string') return answer;
  const facts = {
    side: t(`side.${answer.side}`),
    size: t('lotCount', { count: answer.lots }),
    price: format.price(answer.openPrice, pricePrecision),
  };
  return answer.status === 'pending' ? t('ticket.waits', facts) : t('ticket.opened', facts);
}
