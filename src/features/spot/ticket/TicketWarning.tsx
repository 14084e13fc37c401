import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { acceptableLimit } from './bookWalk.ts';
import { OrderNotes } from './OrderNotes.tsx';
import { useOrderNotes } from './useOrderNotes.ts';
import type { Ticket } from './useTicket.ts';

/**
 * Says what of an order fills at once and what is odd about it; of a market order that would trade far from the best
 * price or find too little, with one tap to a limit order that does not.
 */
export function TicketWarning({ market, ticket }: { market: Market; ticket: Ticket }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { form, draft, summary, bestOpposite, dispatch, errors } = ticket;
  const notes = useOrderNotes(draft, market, summary);
  // What cannot be sent needs no warning.
  if (errors.length > 0) return null;
  if (draft.orderType !== 'market' || bestOpposite === undefined) return <OrderNotes notes={notes} />;
  const price = acceptableLimit(form.side, bestOpposite, market, market.lastPrice ?? undefined);
  return (
    <OrderNotes notes={notes}>
      <Button kind="ghost" size="small" onClick={() => dispatch({ type: 'limitedInstead', price })}>
        {t('ticket.limitInstead', { price: format.price(price, market.pricePrecision) })}
      </Button>
    </OrderNotes>
  );
}
