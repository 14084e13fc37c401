import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/market/calls';
import type { Order, OrderRequest, Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { type OrderDraft, timeInForceOf } from '@halyard/contract/spot/rules';
import { oddPriceOf } from '@halyard/contract/spot/unusualPrice';
import { placement } from '../../../domain/spot/orderMutations.ts';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';
import { useMaxSlippage, useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readTicket } from './readTicket.ts';
import { shownErrors, type TicketField } from './ticketErrors.ts';
import { emptyTicket, type TicketForm, ticketReducer } from './ticketForm.ts';
import { useHasCap } from './CapFigure.tsx';

/** The order ticket of a market: form, cost, errors, and sending. `errorAt` returns the error to show at a field. */
export function useTicket(market: Market, book: Book | undefined, side: Side, price?: Decimal) {
  const [form, dispatch] = useReducer(ticketReducer, emptyTicket(side), (empty) => ({
    ...empty,
    price: price ?? market.lastPrice ?? '',
  }));
  // The form as last sent: missing values and refusals of it do not apply to another form.
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

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(isFilledIn(form) || sending.asked !== undefined || sending.isUnderWay);

  return {
    ...read,
    form,
    dispatch,
    available,
    book,
    sending,
    /** The exchange's answer to the last order, until another form is filled in. */
    outcome: isFilledIn(form) || sending.isUnderWay ? undefined : answer,
    refusal: tried === form ? sending.placing.error : undefined,
    errorAt: (field: TicketField) => shownErrors(read.errors, wasTried).find((entry) => entry.field === field)?.error,
    submit: () => {
      setTried(form);
      if (read.errors.length === 0) sending.send(read.draft);
    },
  } as const;
}

/** A ticket and its actions. */
export type Ticket = ReturnType<typeof useTicket>;

function isFilledIn({ size }: TicketForm): boolean {
  return size.kind === 'share' || size.text !== '';
}

/** The last order's outcome while it is current: a waiting order is no longer shown once it is filled or cancelled. */
function useAnswer({ baseId, quoteId }: Market, answer: Order | undefined): Order | undefined {
  const { orders } = useOpenOrders({ baseId, quoteId });
  const isOver = answer?.status === 'waiting' && orders?.every(({ id }) => id !== answer.id) === true;
  return isOver ? undefined : answer;
}

function useClearWhenPlaced(order: Order | undefined, clear: () => void): void {
  const id = order?.id;
  // Once per order: the form may be filled in again while the same answer is the last one.
  const onPlaced = useEffectEvent(clear);
  useEffect(() => {
    if (id !== undefined) onPlaced();
  }, [id]);
}

/**
 * Sends the order immediately or after a confirmation, which an unusual price always requires. An `asked` order is
 * fixed when the button is pressed.
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

/** The request. Default terms of a type are left out. */
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
