/**
 * A waiting order as it is being changed: what was typed over it, what the order in its place would be, and what is
 * wrong with that.
 */
import type { Market } from '@halyard/contract/market/calls';
import type { Order, replaceOrder } from '@halyard/contract/spot/calls';
import { add, parseDecimal, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { holdAmount, type OrderDraft } from '@halyard/contract/spot/rules';
import type { PendingRequestOf } from '../../../shared/money-mutations/moneyMutation.ts';
import { ticketErrors, type TicketError } from '../ticket/ticketErrors.ts';
import { summarizeTicket, type TicketContext, type TicketSummary } from '../ticket/ticketSummary.ts';

/** What was typed; what is not there stands as the order has it. A quantity was typed for what was filled then. */
export type OrderEdit = {
  readonly price?: string;
  readonly stopPrice?: string;
  readonly quantity?: { readonly text: string; readonly whenFilled: Decimal } | undefined;
};

/** An order whose line was drawn to another price: of a stop that waits, the stop moves. */
export function drawnTo(order: Order, price: Decimal): OrderEdit {
  return isWaitingForStop(order) ? { stopPrice: price } : { price };
}

export type EditReading = {
  readonly texts: { readonly price: string; readonly stopPrice: string | undefined; readonly quantity: string };
  /** The order in its place. */
  readonly draft: OrderDraft;
  readonly summary: TicketSummary | undefined;
  readonly errors: readonly TicketError[];
  /** What goes to the exchange; `undefined` while something is wrong. */
  readonly request: PendingRequestOf<typeof replaceOrder> | undefined;
  /** The order would be the same. */
  readonly isUnchanged: boolean;
  /** It has filled further since its quantity was typed, so the quantity is what is left of it again. */
  readonly hasFilledMeanwhile: boolean;
};

/** What is left of an order to fill. */
export function restOf({ quantity, filledQuantity }: Order): Decimal {
  return subtract(quantity, filledQuantity ?? ZERO);
}

/** What can be spent on the new order: what is free, and what the old one gives back. */
export function spendableFor(order: Order, available: Decimal | undefined): Decimal | undefined {
  if (available === undefined || order.price === null) return available;
  return add(available, holdAmount(order.side, restOf(order), order.price));
}

/** All that follows from the order as it stands and what was typed. `context.available` is {@link spendableFor}. */
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

/** Once its stop price was reached a stop-limit order is a limit order, and so is what takes its place. */
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
