/** The order ticket's form: a reducer over what was typed. Values are decimal text; an empty text is missing. */
import type { BookLevel } from '@halyard/contract/calls/markets';
import type { OrderDraft } from '@halyard/contract/rules/spot';
import type { OrderType, Side } from '@halyard/contract/calls/spot';
import { parseDecimal } from '@halyard/contract/money';

export type TicketForm = {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: string;
  readonly quantity: string;
  /** The percentage button that filled the quantity, until the quantity is typed over. */
  readonly share: number | undefined;
};

export type TicketEvent =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'orderTypeChosen'; readonly orderType: OrderType }
  | { readonly type: 'priceEdited'; readonly price: string }
  | { readonly type: 'quantityEdited'; readonly quantity: string }
  | { readonly type: 'shareChosen'; readonly share: number; readonly quantity: string }
  | { readonly type: 'levelTapped'; readonly level: BookLevel }
  | { readonly type: 'orderPlaced' };

/** An empty ticket. */
export function emptyTicket(side: Side): TicketForm {
  return { side, orderType: 'limit', price: '', quantity: '', share: undefined };
}

/** Quantities are cleared when they would mean something else: another side, another order type. */
export function ticketReducer(form: TicketForm, event: TicketEvent): TicketForm {
  switch (event.type) {
    case 'sideChosen':
      return event.side === form.side ? form : { ...form, side: event.side, quantity: '', share: undefined };
    case 'orderTypeChosen':
      return { ...form, orderType: event.orderType, quantity: '', share: undefined };
    case 'priceEdited':
      return { ...form, price: event.price, share: undefined };
    case 'quantityEdited':
      return { ...form, quantity: event.quantity, share: undefined };
    case 'shareChosen':
      return { ...form, quantity: event.quantity, share: event.share };
    case 'levelTapped':
      return { ...form, orderType: 'limit', price: event.level[0], share: undefined };
    case 'orderPlaced':
      return { ...form, quantity: '', share: undefined };
  }
}

/** What the form asks for, in the shared rule's terms. */
export function draftOf(form: TicketForm): OrderDraft {
  return {
    side: form.side,
    orderType: form.orderType,
    quantity: parseDecimal(form.quantity),
    price: form.orderType === 'market' ? undefined : parseDecimal(form.price),
  };
}
