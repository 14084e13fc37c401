/** Reducer of the order ticket's form. Values are decimal text; an empty text is missing. */
import type { BookLevel } from '@halyard/contract/market/calls';
import { timeInForceOf, type OrderDraft } from '@halyard/contract/spot/rules';
import type { OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import { parseDecimal, type Decimal } from '@halyard/contract/money';

/**
 * The size: as typed, in base or in quote, or as a share of the available balance. The last one entered counts; the
 * others follow.
 */
export type TicketSize =
  | { readonly kind: 'quantity'; readonly text: string }
  | { readonly kind: 'total'; readonly text: string }
  | { readonly kind: 'share'; readonly percent: number };

export type TicketForm = {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly price: string;
  /** Stop-limit orders only. */
  readonly stopPrice: string;
  readonly size: TicketSize;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
};

/** The type of an order, and its time in force. */
export type OrderTerms = Pick<TicketForm, 'orderType' | 'timeInForce' | 'isPostOnly'>;

export type TicketEvent =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'orderTypeChosen'; readonly orderType: OrderType }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'postOnlyChosen'; readonly isPostOnly: boolean }
  | { readonly type: 'priceEdited'; readonly price: string }
  | { readonly type: 'stopPriceEdited'; readonly stopPrice: string }
  | { readonly type: 'sized'; readonly size: TicketSize }
  | { readonly type: 'levelTapped'; readonly level: BookLevel }
  | { readonly type: 'limitedInstead'; readonly price: Decimal }
  | { readonly type: 'orderPlaced' };

/** Nothing typed. */
export const NO_SIZE: TicketSize = { kind: 'quantity', text: '' };

/** An empty ticket. */
export function emptyTicket(side: Side): TicketForm {
  return { side, orderType: 'limit', price: '', stopPrice: '', size: NO_SIZE, timeInForce: 'gtc', isPostOnly: false };
}

/** Post-only and time in force exclude each other: the last choice changes the other. */
export function ticketReducer(form: TicketForm, event: TicketEvent): TicketForm {
  switch (event.type) {
    case 'sideChosen':
      return ofSide(form, event.side);
    case 'orderTypeChosen':
      return ofType(form, event.orderType);
    case 'timeInForceChosen':
      return ofTerms(form, event.timeInForce, form.isPostOnly);
    case 'postOnlyChosen':
      return ofTerms(form, event.isPostOnly ? 'gtc' : form.timeInForce, event.isPostOnly);
    case 'priceEdited':
      return { ...form, price: event.price };
    case 'stopPriceEdited':
      return { ...form, stopPrice: event.stopPrice };
    case 'sized':
      return { ...form, size: event.size };
    case 'levelTapped':
      return { ...asLimit(form), price: event.level[0] };
    case 'limitedInstead':
      return { ...asLimit(form), price: event.price };
    case 'orderPlaced':
      return { ...form, size: NO_SIZE };
  }
}

/**
 * The draft in the shared rule's terms. The quantity follows from the size and the market (`quantityOf`); the cap of
 * market orders is a user setting.
 */
export function draftOf(form: TicketForm, quantity: Decimal | undefined, maxSlippage?: Decimal): OrderDraft {
  const { side, orderType, timeInForce, isPostOnly } = form;
  return {
    side,
    orderType,
    quantity,
    price: orderType === 'market' ? undefined : parseDecimal(form.price),
    stopPrice: orderType === 'stop_limit' ? parseDecimal(form.stopPrice) : undefined,
    timeInForce,
    isPostOnly,
    maxSlippage: orderType === 'market' ? maxSlippage : undefined,
  };
}

// A share of one currency means nothing for the other.
function ofSide(form: TicketForm, side: Side): TicketForm {
  return side === form.side ? form : { ...form, side, size: NO_SIZE };
}

// Each type starts with its own terms: those of another type may be invalid.
function ofType(form: TicketForm, orderType: OrderType): TicketForm {
  if (orderType === form.orderType) return form;
  return ofTerms({ ...form, orderType }, timeInForceOf({ orderType, timeInForce: undefined }), false);
}

function ofTerms(form: TicketForm, timeInForce: TimeInForce, isPostOnly: boolean): TicketForm {
  return { ...form, timeInForce, isPostOnly: isPostOnly && timeInForce === 'gtc' };
}

// A market order has no price; it becomes a limit order.
function asLimit(form: TicketForm): TicketForm {
  return form.orderType === 'market' ? ofType(form, 'limit') : form;
}
