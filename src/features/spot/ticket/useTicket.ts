/** The order ticket of a market: its form, what the order would cost, what is wrong with it, and sending it. */
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/calls/markets';
import type { Order, Side } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import { usePlaceOrder } from '../../../domain/orders/usePlaceOrder.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { draftOf, emptyTicket, ticketReducer } from './ticketForm.ts';
import { ticketErrors, type TicketField } from './ticketErrors.ts';
import { quantityForShare, summarizeTicket, type TicketContext } from './ticketSummary.ts';

// The highest rate there is stands in for a server that does not publish its fee: the estimate is then never too good.
const UNKNOWN_FEE_RATE = decimal('0.002');

/** `errors` are those to be shown: a missing value is only wrong once sending was tried. */
export function useTicket(market: Market, book: Book | undefined, side: Side) {
  const [form, dispatch] = useReducer(ticketReducer, emptyTicket(side), (empty) => ({
    ...empty,
    price: market.lastPrice ?? '',
  }));
  const [wasTried, setWasTried] = useState(false);
  const placing = usePlaceOrder();
  const draft = draftOf(form);
  const available = useBalance('spot', form.side === 'buy' ? market.quote : market.base)?.available;

  const opposite = form.side === 'buy' ? book?.asks : book?.bids;
  const context: TicketContext = {
    quantityPrecision: market.quantityPrecision,
    takerFeeRate: market.takerFeeRate ?? UNKNOWN_FEE_RATE,
    available,
    opposite: opposite ?? [],
  };
  const summary = summarizeTicket(draft, context);
  const errors = ticketErrors({
    draft,
    terms: market,
    referencePrice: market.lastPrice ?? undefined,
    available,
    summary,
  });
  const shown = useMemo(() => errors.filter(({ error }) => wasTried || !isMissing(error.code)), [errors, wasTried]);

  useClearWhenPlaced(placing.order, () => {
    dispatch({ type: 'orderPlaced' });
    setWasTried(false);
  });

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(form.quantity !== '' || placing.status === 'sending' || placing.status === 'checking');

  function chooseShare(share: number): void {
    const quantity = quantityForShare(share, draft, context);
    if (quantity !== undefined) dispatch({ type: 'shareChosen', share, quantity: share === 0 ? '' : quantity });
  }

  function submit(): void {
    setWasTried(true);
    const { quantity, price, orderType } = draft;
    if (errors.length > 0 || quantity === undefined) return;
    const { baseId, quoteId } = market;
    const limit = price === undefined ? {} : { price };
    placing.place({ baseId, quoteId, side: form.side, orderType, quantity, ...limit });
  }

  const errorAt = (field: TicketField) => shown.find((entry) => entry.field === field)?.error;
  return { form, dispatch, available, summary, errorAt, chooseShare, submit, placing } as const;
}

/** A ticket and what can be done with it. */
export type Ticket = ReturnType<typeof useTicket>;

function isMissing(code: string): boolean {
  return code === 'QUANTITY_REQUIRED' || code === 'PRICE_REQUIRED' || code === 'NO_LIQUIDITY';
}

function useClearWhenPlaced(order: Order | undefined, clear: () => void): void {
  const id = order?.id;
  // Once an order: the form may be filled in anew while the same answer is still the last one.
  const onPlaced = useEffectEvent(clear);
  useEffect(() => {
    if (id !== undefined) onPlaced();
  }, [id]);
}
