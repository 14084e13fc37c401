import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import type { CodedError } from '@halyard/contract/errors';
import { ZERO } from '@halyard/contract/money';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { outcomeKey } from './orderOutcome.ts';
import styles from './Ticket.module.css';
import type { Ticket } from './useTicket.ts';

type TicketActionProps = { market: Market; ticket: Ticket; blockedReason: CodedError | undefined };

/**
 * The one button, with the reason under it when it is off or when the order was refused, and with what became of the
 * last order.
 */
export function TicketAction({ market, ticket, blockedReason }: TicketActionProps) {
  const { t } = useTranslation('spot');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { form, sending } = ticket;
  if (!isLoggedIn) {
    return <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>;
  }
  return (
    <div className={styles['action']}>
      <Button type="submit" kind={form.side} disabled={blockedReason !== undefined} isLoading={sending.isUnderWay}>
        {t(form.side === 'buy' ? 'ticket.buy' : 'ticket.sell', { coin: market.base })}
      </Button>
      <p className={styles['reason']} role="status">
        <Reason market={market} ticket={ticket} blockedReason={blockedReason} />
      </p>
    </div>
  );
}

function Reason({ market, ticket, blockedReason }: TicketActionProps) {
  const { t } = useTranslation('spot');
  const outcome = useOutcomeText(market, ticket.outcome);
  const { sending, errorAt, refusal } = ticket;
  const error = blockedReason ?? errorAt('form');
  if (error !== undefined) return errorText(error.code, error.params);
  if (sending.placing.status === 'checking') return t('ticket.checking');
  if (outcome !== undefined) return <span className={styles['outcome']}>{outcome}</span>;
  return refusal === undefined ? null : appErrorText(refusal);
}

/** What became of an order at once, in words, and how much of it; nothing without an order. */
function useOutcomeText(market: Market, order: Order | undefined): string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const key = order && outcomeKey(order);
  if (order === undefined || key === undefined) return undefined;
  const { maxSlippage, averagePrice, price } = order;
  const at = averagePrice ?? price;
  return t(key, {
    amount: format.amount(order.filledQuantity ?? ZERO, market.quantityPrecision, 0),
    quantity: format.amount(order.quantity, market.quantityPrecision, 0),
    coin: market.base,
    ...(maxSlippage != null && { cap: format.rate(maxSlippage) }),
    ...(at !== null && { price: format.price(at, market.pricePrecision) }),
  });
}
