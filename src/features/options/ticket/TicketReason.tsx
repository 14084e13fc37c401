import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Option } from '@halyard/contract/options/calls';
import type { CodedError } from '@halyard/contract/errors';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import type { OptionMarket } from '../optionTypes.ts';
import { fieldOf, wantsVerification } from './optionErrors.ts';
import styles from './Ticket.module.css';
import type { OptionTicketControl } from './useOptionTicket.ts';

type TicketReasonProps = {
  ticket: OptionTicketControl;
  market: OptionMarket;
  blockedReason: CodedError | undefined;
};

/**
 * Under the buttons: why they are off, or why nothing was bought; else what `even` is. A purchase is seen by its card.
 */
export function TicketReason({ ticket, market, blockedReason }: TicketReasonProps) {
  const { t } = useTranslation('option');
  const { error, buying, outcome } = ticket;
  const checking = useCheckingText(buying.status);
  const bought = useBoughtText(outcome, market);
  const evenNote = useEvenNote(ticket, market);
  const ofForm = error !== undefined && fieldOf(error) === 'form' ? error : undefined;
  const reason = blockedReason === undefined ? ofForm && appErrorText(ofForm) : errorText(blockedReason.code);
  return (
    <p className={styles['reason']} role="status">
      {reason ?? checking ?? (
        <>
          {evenNote}
          {bought !== undefined && <VisuallyHidden>{bought}</VisuallyHidden>}
        </>
      )}
      {blockedReason === undefined && ofForm !== undefined && wantsVerification(ofForm) && (
        <Link className={styles['link']} to={paths.verification()}>
          {t('ticket.verify')}
        </Link>
      )}
    </p>
  );
}

/** How near the end has to be for `even`, or why it is off; nothing before a delivery time is chosen. */
function useEvenNote({ time }: OptionTicketControl, { pricePrecision }: OptionMarket): string | undefined {
  const { t } = useTranslation('option');
  const format = useFormat();
  if (time === undefined) return undefined;
  const band = time.evenTerms?.evenBand;
  return band === undefined
    ? errorText('EVEN_NOT_OFFERED')
    : t('ticket.evenBand', { band: format.price(band, pricePrecision) });
}

/** What was bought at which price; what becomes of it is told by its card. */
function useBoughtText(option: Option | undefined, { pricePrecision }: OptionMarket): string | undefined {
  const { t } = useTranslation('option');
  const format = useFormat();
  if (option === undefined) return undefined;
  return t('ticket.bought', {
    direction: t(`direction.${option.direction}`),
    stake: format.amount(option.stake, 8, 0),
    currency: option.currency,
    price: format.price(option.openPrice, pricePrecision),
  });
}
