import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { compare, isPositive, subtract } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { acceptableLimit, shownSlippage, SLIPPAGE_WARNED } from './bookWalk.ts';
import styles from './Ticket.module.css';
import type { Ticket } from './useTicket.ts';

/**
 * Says of a market order that it would trade far from the best price or find too little, with one tap to a limit order
 * that does not.
 */
export function TicketWarning({ market, ticket }: { market: Market; ticket: Ticket }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { form, draft, summary, bestOpposite, dispatch, errors } = ticket;
  // What cannot be sent needs no warning.
  if (errors.length > 0) return null;
  if (summary?.slippage === undefined || draft.quantity === undefined || bestOpposite === undefined) return null;
  const isFar = compare(summary.slippage, SLIPPAGE_WARNED) > 0;
  const isShort = isPositive(summary.unfilled);
  if (!isFar && !isShort) return null;
  const covered = format.quantity(subtract(draft.quantity, summary.unfilled), market.quantityPrecision);
  const price = acceptableLimit(form.side, bestOpposite, market, market.lastPrice ?? undefined);
  return (
    <div className={styles['warning']}>
      <p role="status">
        {isFar && t('ticket.slippageHigh', { percent: format.rate(shownSlippage(summary.slippage)) })}{' '}
        {isShort && t('ticket.bookShort', { amount: covered, coin: market.base })}
      </p>
      <Button kind="ghost" size="small" onClick={() => dispatch({ type: 'limitedInstead', price })}>
        {t('ticket.limitInstead', { price: format.price(price, market.pricePrecision) })}
      </Button>
    </div>
  );
}
