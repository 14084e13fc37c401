import { useReducer, useState } from 'react';
import type { Book, Market } from '@halyard/contract/market/calls';
import type { Order, OrderType, Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { useMaxSlippage, useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { readTicket, oddOf, shownErrors, type TicketField } from './readTicket.ts';
import { emptyTicket, type TicketDraft, type TicketForm, ticketReducer } from './ticketForm.ts';
import { useHasCap } from './OrderNotes.tsx';
import type { Placing } from './OrderPlacing.tsx';

/** Initial values from a link. */
type TicketStart = { readonly side: Side; readonly orderType: OrderType; readonly price: Decimal | undefined };

/** The order ticket of a market: form, cost, errors, and sending. `errorAt` returns the error to show at a field. */
export function useTicket(market: Market, book: Book | undefined, { side, orderType, price }: TicketStart) {
  const [form, dispatch] = useReducer(ticketReducer, emptyTicket(side), (empty) =>
    ticketReducer({ ...empty, price: price ?? market.lastPrice ?? '' }, { type: 'orderTypeChosen', orderType }),
  );
  // The form as last sent: missing values and refusals of it do not apply to another form.
  const [tried, setTried] = useState<TicketForm>();
  const wasTried = tried?.side === form.side && tried.orderType === form.orderType;
  const sending = useTicketSending(market, (placed) => {
    dispatch({ type: 'orderPlaced', placed });
    setTried((last) => (last === placed ? undefined : last));
  });
  const available = useBalance('spot', form.side === 'buy' ? market.quote : market.base)?.available;
  const { maxSlippage } = useMaxSlippage();
  const hasCap = useHasCap(form.orderType, form.hasExits);
  const read = readTicket(form, {
    market,
    book,
    available,
    maxSlippage: hasCap ? maxSlippage : undefined,
    takesTotal: hasCap,
  });

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(isFilledIn(form) || sending.asked !== undefined || sending.isUnderWay);

  return {
    ...read,
    form,
    dispatch,
    available,
    book,
    sending,
    refusal: tried === form ? sending.placing?.error : undefined,
    errorAt: (field: TicketField) => shownErrors(read.errors, wasTried).find((entry) => entry.field === field)?.error,
    submit: () => {
      setTried(form);
      if (read.errors.length === 0) sending.send({ form, draft: read.draft });
    },
  } as const;
}

/** A ticket and its actions. */
export type Ticket = ReturnType<typeof useTicket>;

function isFilledIn({ size }: TicketForm): boolean {
  return size.kind === 'share' || size.text !== '';
}

/** An order and the form that describes it. */
type Submitted = { readonly form: TicketForm; readonly draft: TicketDraft };

/**
 * Sends the order immediately or after a confirmation, which an unusual price always requires. An `asked` order is
 * fixed when the button is pressed. Until the code that sends has loaded, every order is asked for. `onPlaced` gets the
 * form of a placed order.
 */
function useTicketSending({ lastPrice }: Market, onPlaced: (placed: TicketForm) => void) {
  const [placing, setPlacing] = useState<Placing>();
  const { confirmsOrders, choose } = useOrderConfirmation();
  const [asked, setAsked] = useState<Submitted>();
  const [placed, setPlaced] = useState<Order>();
  const place = async ({ form, draft }: Submitted) => {
    const order = await placing?.send(draft);
    if (order === undefined) return;
    setPlaced(order);
    onPlaced(form);
  };
  return {
    placing,
    setPlacing,
    asked: asked?.draft,
    /** The last placed order. */
    placed,
    isUnderWay: placing?.isSending === true,
    send: (submitted: Submitted) => {
      const isOdd = oddOf(submitted.draft, lastPrice ?? undefined) !== undefined;
      if (confirmsOrders || isOdd || placing === undefined) setAsked(submitted);
      else void place(submitted);
    },
    confirm: (asksAgain: boolean) => {
      if (!asksAgain) choose(false);
      if (asked !== undefined) void place(asked);
      setAsked(undefined);
    },
    dismiss: () => setAsked(undefined),
  } as const;
}
