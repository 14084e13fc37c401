import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import type { CodedError } from '@halyard/contract/errors';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useIsOnline } from '../../../shared/realtime/useIsOnline.ts';
import { useConnection } from '../../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import styles from './Ticket.module.css';
import type { Ticket } from './useTicket.ts';

type TicketActionProps = { market: Market; ticket: Ticket; isStale: boolean };

/** The one button, with the reason under it when it is off or when the order was refused. */
export function TicketAction({ market, ticket, isStale }: TicketActionProps) {
  const { t } = useTranslation('spot');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const obstacle = useObstacle(market, isStale);
  const { form, placing } = ticket;
  if (!isLoggedIn) {
    return <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>;
  }
  const isUnderWay = placing.status === 'sending' || placing.status === 'checking';
  return (
    <div className={styles['action']}>
      <Button type="submit" kind={form.side} disabled={obstacle !== undefined} isLoading={isUnderWay}>
        {t(form.side === 'buy' ? 'ticket.buy' : 'ticket.sell', { coin: market.base })}
      </Button>
      <p className={styles['reason']} role="status">
        <Reason ticket={ticket} obstacle={obstacle} />
      </p>
    </div>
  );
}

function Reason({ ticket, obstacle }: { ticket: Ticket; obstacle: CodedError | undefined }) {
  const { t } = useTranslation('spot');
  const { placing, errorAt } = ticket;
  const error = obstacle ?? errorAt('form');
  if (error !== undefined) return errorText(error.code, error.params);
  if (placing.status === 'checking') return t('ticket.checking');
  return placing.error === undefined ? null : appErrorText(placing.error);
}

function useObstacle(market: Market, isStale: boolean): CodedError | undefined {
  const connection = useConnection();
  const isOnline = useIsOnline();
  // The device knows of a lost network seconds before the connection misses its answers.
  if (!isOnline || connection.state === 'offline') return { code: 'OFFLINE' };
  if (market.status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
