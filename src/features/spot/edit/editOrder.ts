/** An open order under edit: typed changes, the resulting order, and its errors. */
import type { Market } from '@halyard/contract/market/calls';
import type { Order, replaceOrder } from '@halyard/contract/spot/calls';
import { add, parseDecimal, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { holdAmount, type OrderDraft } from '@halyard/contract/spot/rules';
import type { PendingRequestOf } from '../../../shared/money-mutations/moneyMutation.ts';
import { ticketErrors, type TicketError } from '../ticket/ticketErrors.ts';
import { summarizeTicket, type TicketContext, type TicketSummary } from '../ticket/ticketSummary.ts';

/** Typed values; a missing one keeps the order's. A quantity was typed for the filled part at that time. */
export type OrderEdit = {
  readonly price?: string;
  readonly stopPrice?: string;
  readonly quantity?: { readonly text: string; readonly whenFilled: Decimal } | undefined;
};

/** An order whose line was dragged to another price: for a waiting stop, the stop price moves. */
export function drawnTo(order: Order, price: Decimal): OrderEdit {
  return isWaitingForStop(order) ? { stopPrice: price } : { price };
}

export type EditReading = {
  readonly texts: { readonly price: string; readonly stopPrice: string | undefined; readonly quantity: string };
  /** The resulting order. */
  readonly draft: OrderDraft;
  readonly summary: TicketSummary | undefined;
  readonly errors: readonly TicketError[];
  /** The request; `undefined` while there is an error. */
  readonly request: PendingRequestOf<typeof replaceOrder> | undefined;
  /** The order would not change. */
  readonly isUnchanged: boolean;
  /** It has filled further since its quantity was typed, so the quantity is reset to the rest. */
  readonly hasFilledMeanwhile: boolean;
};

/** The unfilled quantity of an order. */
export function restOf({ quantity, filledQuantity }: Order): Decimal {
  return subtract(quantity, filledQuantity ?? ZERO);
}

/** Amount available to the new order: free balance plus what the old one releases. */
export function spendableFor(order: Order, available: Decimal | undefined): Decimal | undefined {
  if (available === undefined || order.price === null) return available;
  return add(available, holdAmount(order.side, restOf(order), order.price));
}

/** The result of the current order and the typed changes. `context.available` is {@link spendableFor}. */
export function readEdit(order: Order, edit: OrderEdit, market: Market, context: TicketContext): EditReading {
  const filled = order.filledQuantity ?? ZERO;
  const hasFilledMeanwhile = edit.quantity !== undefined && edit.quantity.whenFilled !== filled;
  const texts = textsOf(order, hasFilledMeanwhile ? { ...edit, quantity: undefined } : edit);
  const draft = draftOf(order, texts);
  const summary = summarizeTicket(draft, context);
  const errors = ticketErrors({
    draft,
    terms: market,
    referencePrice: market.lastPrice ?? undefined,
    available: context.available,
    summary,
    bestOpposite: context.opposite[0]?.[0],
  });
  return {
    texts,
    draft,
    summary,
    errors,
    request: errors.length === 0 ? requestOf(order, draft, filled) : undefined,
    isUnchanged: isSame(draft, order),
    hasFilledMeanwhile,
  };
}

function textsOf(order: Order, { price, stopPrice, quantity }: OrderEdit): EditReading['texts'] {
  return {
    price: price ?? order.price ?? '',
    stopPrice: isWaitingForStop(order) ? (stopPrice ?? order.stopPrice ?? '') : undefined,
    quantity: quantity?.text ?? restOf(order),
  };
}

function isSame(draft: OrderDraft, order: Order): boolean {
  const isAtSameStop = !isWaitingForStop(order) || draft.stopPrice === order.stopPrice;
  return isAtSameStop && draft.price === order.price && draft.quantity === restOf(order);
}

/** A triggered stop-limit order is a limit order, and so is its replacement. */
function isWaitingForStop({ orderType, triggeredAt }: Order): boolean {
  return orderType === 'stop_limit' && triggeredAt == null;
}

function draftOf(order: Order, { price, stopPrice, quantity }: EditReading['texts']): OrderDraft {
  return {
    side: order.side,
    orderType: isWaitingForStop(order) ? 'stop_limit' : 'limit',
    quantity: parseDecimal(quantity),
    price: parseDecimal(price),
    stopPrice: stopPrice === undefined ? undefined : parseDecimal(stopPrice),
    timeInForce: order.timeInForce,
    isPostOnly: order.isPostOnly,
  };
}

function requestOf(
  { id }: Order,
  draft: OrderDraft,
  expectedFilled: Decimal,
): PendingRequestOf<typeof replaceOrder> | undefined {
  const { quantity, price, stopPrice } = draft;
  if (quantity === undefined) return undefined;
  return {
    id,
    quantity,
    expectedFilled,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
  };
}
