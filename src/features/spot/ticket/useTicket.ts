/** The order ticket of a market: its form, what the order would cost, what is wrong with it, and sending it. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/market/calls';
import type { Order, Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import { useMaxSlippage } from '../../../domain/preferences/usePreferences.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readTicket } from './readTicket.ts';
import { shownErrors, type TicketField } from './ticketErrors.ts';
import { emptyTicket, ticketReducer, type TicketForm } from './ticketForm.ts';
import { useHasCap } from './useHasCap.ts';
import { useTicketSending } from './useTicketSending.ts';

/** `errorAt` tells what is to be shown at a field. */
export function useTicket(market: Market, book: Book | undefined, side: Side, price?: Decimal) {
  const [form, dispatch] = useReducer(ticketReducer, emptyTicket(side), (empty) => ({
    ...empty,
    price: price ?? market.lastPrice ?? '',
  }));
  // As it was when it was last sent: what is missing in another order, or was refused of this one, is not said of it.
  const [tried, setTried] = useState<TicketForm>();
  const wasTried = tried?.side === form.side && tried.orderType === form.orderType;
  const sending = useTicketSending(market);
  const available = useBalance('spot', form.side === 'buy' ? market.quote : market.base)?.available;
  const { maxSlippage } = useMaxSlippage();
  const hasCap = useHasCap(form.orderType);
  const read = readTicket(form, { market, book, available, maxSlippage: hasCap ? maxSlippage : undefined });

  useClearWhenPlaced(sending.placing.answer, () => {
    dispatch({ type: 'orderPlaced' });
    setTried(undefined);
  });

  const answer = useAnswer(market, sending.placing.answer);

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(isFilledIn(form) || sending.asked !== undefined || sending.isUnderWay);

  return {
    ...read,
    form,
    dispatch,
    available,
    book,
    sending,
    /** What the exchange answered to the last order, until another one is filled in. */
    outcome: isFilledIn(form) || sending.isUnderWay ? undefined : answer,
    refusal: tried === form ? sending.placing.error : undefined,
    errorAt: (field: TicketField) => shownErrors(read.errors, wasTried).find((entry) => entry.field === field)?.error,
    submit: () => {
      setTried(form);
      if (read.errors.length === 0) sending.send(read.draft);
    },
  } as const;
}

/** A ticket and what can be done with it. */
export type Ticket = ReturnType<typeof useTicket>;

function isFilledIn({ size }: TicketForm): boolean {
  return size.kind === 'share' || size.text !== '';
}

/** What an order came to, as long as that is so: one that waited is told no more once it is filled or cancelled. */
function useAnswer({ baseId, quoteId }: Market, answer: Order | undefined): Order | undefined {
  const { orders } = useOpenOrders({ baseId, quoteId });
  const isOver = answer?.status === 'waiting' && orders?.every(({ id }) => id !== answer.id) === true;
  return isOver ? undefined : answer;
}

function useClearWhenPlaced(order: Order | undefined, clear: () => void): void {
  const id = order?.id;
  // Once an order: the form may be filled in anew while the same answer is still the last one.
  const onPlaced = useEffectEvent(clear);
  useEffect(() => {
    if (id !== undefined) onPlaced();
  }, [id]);
}
