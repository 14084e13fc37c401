/** The order ticket of a market: its form, what the order would cost, what is wrong with it, and sending it. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/market/calls';
import type { Order, OrderRequest, Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { type OrderDraft, timeInForceOf } from '@halyard/contract/spot/rules';
import { oddPriceOf } from '@halyard/contract/spot/unusualPrice';
import { placement } from '../../../domain/spot/orderWrites.ts';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import { useMaxSlippage, useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useMoneyMutation } from '../../../shared/money-writes/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readTicket } from './readTicket.ts';
import { shownErrors, type TicketField } from './ticketErrors.ts';
import { emptyTicket, type TicketForm, ticketReducer } from './ticketForm.ts';
import { useHasCap } from './CapFigure.tsx';

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

/** Sending what the ticket asks for: at once, or after it was shown once more, which an odd price always is. */
/**
 * An order that is `asked` about is the one of the moment when the button was pressed, whatever the market does
 * meanwhile.
 */
function useTicketSending({ baseId, quoteId, lastPrice }: Market) {
  const placing = useMoneyMutation(placement);
  const { confirmsOrders, choose } = useOrderConfirmation();
  const [asked, setAsked] = useState<OrderDraft>();
  const place = (draft: OrderDraft) => {
    const request = requestOf(draft);
    if (request !== undefined) void placing.send({ baseId, quoteId, ...request });
  };
  return {
    placing,
    asked,
    isUnderWay: placing.isSending,
    send: (draft: OrderDraft) => {
      const isOdd = oddPriceOf(draft, lastPrice ?? undefined) !== undefined;
      if (confirmsOrders || isOdd) setAsked(draft);
      else place(draft);
    },
    confirm: (asksAgain: boolean) => {
      if (!asksAgain) choose(false);
      if (asked !== undefined) place(asked);
      setAsked(undefined);
    },
    withdraw: () => setAsked(undefined),
  } as const;
}

/** What goes to the exchange. Terms that a type has by itself are left out. */
function requestOf(draft: OrderDraft): Omit<OrderRequest, 'baseId' | 'quoteId'> | undefined {
  const { side, orderType, quantity, price, stopPrice, timeInForce, isPostOnly, maxSlippage } = draft;
  if (quantity === undefined) return undefined;
  const isUsual = timeInForce === timeInForceOf({ orderType, timeInForce: undefined });
  return {
    side,
    orderType,
    quantity,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(!isUsual && timeInForce !== undefined && { timeInForce }),
    ...(isPostOnly === true && { isPostOnly }),
    ...(maxSlippage !== undefined && { maxSlippage }),
  };
}
