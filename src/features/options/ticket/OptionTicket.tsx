import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import type { CodedError } from '@halyard/contract/errors';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import type { OptionMarket } from '../optionTypes.ts';
import { DirectionButtons } from './DirectionButtons.tsx';
import { StakeFields } from './StakeFields.tsx';
import { TermsLine } from './TermsLine.tsx';
import styles from './Ticket.module.css';
import { TicketReason } from './TicketReason.tsx';
import { TimeChips } from './TimeChips.tsx';
import { useOptionTicket } from './useOptionTicket.ts';

/** Delivery time, stake, three buttons with what each pays, and on what terms. */
export function OptionTicket({ market }: { market: OptionMarket }) {
  const { t } = useTranslation('option');
  const ticket = useOptionTicket(market);
  const blockedReason = useBlockedReason(market);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const location = useLocation();
  if (ticket.loadError !== undefined) {
    return <ErrorState what={appErrorText(ticket.loadError)} onRetry={() => void ticket.retry()} />;
  }
  return (
    <section aria-label={t('ticket.label')} className={styles['ticket']}>
      <TimeChips ticket={ticket} />
      <StakeFields ticket={ticket} isLoggedIn={isLoggedIn} />
      <DirectionButtons ticket={ticket} isOff={!isLoggedIn || blockedReason !== undefined} />
      {isLoggedIn ? (
        <TicketReason ticket={ticket} market={market} blockedReason={blockedReason} />
      ) : (
        <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>
      )}
      <TermsLine ticket={ticket} market={market} />
    </section>
  );
}

/** What keeps every option of a market from being bought just now, whatever it says. */
function useBlockedReason({ status }: OptionMarket): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  const isStale = useIsStale();
  if (unreachable !== undefined) return unreachable;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
