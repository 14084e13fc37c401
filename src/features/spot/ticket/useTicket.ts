/** The order ticket of a market: its form, what the order would cost, what is wrong with it, and sending it. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/calls/markets';
import type { Order, Side } from '@halyard/contract/calls/spot';
import { useMaxSlippage } from '../../../domain/preferences/usePreferences.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readTicket } from './readTicket.ts';
import { toldErrors, type TicketField } from './ticketErrors.ts';
import { emptyTicket, ticketReducer, type TicketForm } from './ticketForm.ts';
import { useHasCap } from './useHasCap.ts';
import { useTicketSending } from './useTicketSending.ts';

/** `errorAt` tells what is to be shown at a field. */
export function useTicket(market: Market, book: Book | undefined, side: Side) {
  const [form, dispatch] = useReducer(ticketReducer, emptyTicket(side), (empty) => ({
    ...empty,
    price: market.lastPrice ?? '',
  }));
  const [wasTried, setWasTried] = useState(false);
  const sending = useTicketSending(market);
  const available = useBalance('spot', form.side === 'buy' ? market.quote : market.base)?.available;
  const { maxSlippage } = useMaxSlippage();
  const hasCap = useHasCap(form.orderType);
  const read = readTicket(form, { market, book, available, maxSlippage: hasCap ? maxSlippage : undefined });

  useClearWhenPlaced(sending.placing.answer, () => {
    dispatch({ type: 'orderPlaced' });
    setWasTried(false);
  });

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
    outcome: isFilledIn(form) || sending.isUnderWay ? undefined : sending.placing.answer,
    errorAt: (field: TicketField) => toldErrors(read.errors, wasTried).find((entry) => entry.field === field)?.error,
    submit: () => {
      setWasTried(true);
      if (read.errors.length === 0) sending.send(read.draft);
    },
  } as const;
}

/** A ticket and what can be done with it. */
export type Ticket = ReturnType<typeof useTicket>;

function isFilledIn({ size }: TicketForm): boolean {
  return size.kind === 'share' || size.text !== '';
}

function useClearWhenPlaced(order: Order | undefined, clear: () => void): void {
  const id = order?.id;
  // Once an order: the form may be filled in anew while the same answer is still the last one.
  const onPlaced = useEffectEvent(clear);
  useEffect(() => {
    if (id !== undefined) onPlaced();
  }, [id]);
}
