/**
 * Size, cost and proceeds of an order, by the rules of the exchange. Immediate fills are estimated by a walk through
 * the live book.
 */
import type { BookLevel } from '@halyard/contract/market/calls';
import {
  add,
  decimal,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  round,
  subtract,
  toModelNumber,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { quoteAmount, spotFee, timeInForceOf, type OrderDraft } from '@halyard/contract/spot/rules';
import { levelsWithin, slippageOf, walkBook, walkQuote, type Walked } from './bookWalk.ts';
import type { TicketSize } from './ticketForm.ts';

/** Input of an estimate. */
export type TicketContext = {
  readonly quantityPrecision: number;
  readonly takerFeeRate: Decimal;
  /** Available balance of the currency spent: quote when buying, base when selling. */
  readonly available: Decimal | undefined;
  /** The opposite side of the book, best first. */
  readonly opposite: readonly BookLevel[];
};

/** Figures of an order; all unknown for a fill-or-kill order that the shown book does not fill completely. */
export type TicketSummary = {
  /** Traded quote. */
  readonly total: Decimal | undefined;
  /** Average price of the fills; `undefined` without one. */
  readonly averagePrice: Decimal | undefined;
  /** In the currency received, at the taker rate: the maximum. */
  readonly fee: Decimal | undefined;
  readonly received: Decimal | undefined;
  /** Base that the shown book fills immediately. */
  readonly atOnce: Decimal;
  /** Unfilled part of an order that does not wait. */
  readonly unfilled: Decimal;
  /** Market orders: unfilled because of the cap, not because the shown book ends. */
  readonly isCapped: boolean;
  /** Market orders: distance of the average from the best price, as a fraction. */
  readonly slippage: Decimal | undefined;
};

type Unsized = Omit<OrderDraft, 'quantity'>;

// Share of the balance used by a market buy of everything: prices may move between estimate and match.
const MARKET_BUY_SHARE = decimal('0.995');
const HUNDRED = decimal('100');
const DIVISION_PLACES = 18;

/** Figures of a fill-or-kill order that does not fill completely. */
const NOT_WHOLE = {
  total: undefined,
  averagePrice: undefined,
  fee: undefined,
  received: undefined,
  atOnce: ZERO,
  isCapped: false,
  slippage: undefined,
} as const;

/** Total, fee and net of a draft; `undefined` while quantity or price is missing. */
export function summarizeTicket(draft: OrderDraft, context: TicketContext): TicketSummary | undefined {
  const { quantity } = draft;
  if (quantity === undefined || !isPositive(quantity)) return undefined;
  if (draft.orderType === 'market') return summarizeMarket(draft, quantity, context);
  if (draft.price === undefined || !isPositive(draft.price)) return undefined;
  return summarizeLimit({ ...draft, quantity, price: draft.price }, context);
}

type LimitDraft = OrderDraft & { readonly quantity: Decimal; readonly price: Decimal };

/** The immediate part fills at the book's prices, the rest at the limit. */
function summarizeLimit(draft: LimitDraft, context: TicketContext): TicketSummary {
  const { orderType, quantity, price } = draft;
  // An order that waits for its stop price meets another book.
  const levels = orderType === 'stop_limit' ? [] : levelsWithin(context.opposite, draft);
  const walked = walkBook(levels, quantity);
  const rest = subtract(quantity, walked.filled);
  const timeInForce = orderType === 'stop_limit' ? 'gtc' : timeInForceOf(draft);
  if (timeInForce === 'fok' && isPositive(rest)) return { ...NOT_WHOLE, unfilled: quantity };
  const whole = { filled: quantity, quote: add(walked.quote, quoteAmount(rest, price)) };
  return {
    ...amountsOf(draft, timeInForce === 'ioc' ? walked : whole, context),
    atOnce: walked.filled,
    unfilled: timeInForce === 'gtc' ? ZERO : rest,
    isCapped: false,
    slippage: undefined,
  };
}

function summarizeMarket(draft: OrderDraft, quantity: Decimal, context: TicketContext): TicketSummary | undefined {
  const levels = levelsWithin(context.opposite, draft);
  const { maxTotal } = draft;
  const most = maxTotal && { total: maxTotal, quantityPrecision: context.quantityPrecision };
  const walked = walkBook(levels, quantity, most);
  const bestPrice = context.opposite[0]?.[0];
  if (bestPrice === undefined || !isPositive(walked.filled)) return undefined;
  // The order ends where the total does.
  const unfilled = subtract(quantity, most === undefined ? walked.filled : walkBook(levels, quantity).filled);
  if (draft.timeInForce === 'fok' && isPositive(unfilled)) return { ...NOT_WHOLE, unfilled: quantity };
  return {
    ...amountsOf(draft, walked, context),
    atOnce: walked.filled,
    unfilled,
    isCapped: isPositive(unfilled) && levels.length < context.opposite.length,
    slippage: slippageOf(walked, bestPrice),
  };
}

/** The quantity of a size, rounded down to the lot; `undefined` while unknown. */
export function quantityOf(size: TicketSize, draft: Unsized, context: TicketContext): Decimal | undefined {
  if (size.kind === 'quantity') return parseDecimal(size.text);
  const exact = size.kind === 'share' ? forShare(size.percent, draft, context) : forTotal(size.text, draft, context);
  return exact && round(exact, context.quantityPrecision, 'down');
}

/**
 * The total beside the quantity: for a limit buy the amount held, its maximum cost; otherwise the traded quote. The
 * reverse of a typed total.
 */
export function totalOf(draft: OrderDraft, summary: TicketSummary | undefined): Decimal | undefined {
  const { side, quantity, price } = draft;
  if (summary === undefined || quantity === undefined) return undefined;
  return side === 'buy' && price !== undefined ? quoteAmount(quantity, price) : summary.total;
}

/**
 * Share of the available balance that an order spends, in whole percent, truncated, at most 100; `undefined` while
 * unknown.
 */
export function shareOf(draft: OrderDraft, summary: TicketSummary | undefined, context: TicketContext) {
  const { available } = context;
  const given = draft.side === 'sell' ? draft.quantity : totalOf(draft, summary);
  if (available === undefined || given === undefined || !isPositive(available)) return undefined;
  return Math.min(100, toModelNumber(divide(multiply(given, HUNDRED), available, 0, 'down')));
}

function forTotal(text: string, draft: Unsized, { opposite }: TicketContext): Decimal | undefined {
  const total = parseDecimal(text);
  if (total === undefined) return undefined;
  const { side, orderType, price } = draft;
  if (orderType === 'stop_limit' || (orderType === 'limit' && side === 'buy')) return atPrice(total, price);
  const { quantity, left } = walkQuote(orderType === 'limit' ? levelsWithin(opposite, draft) : opposite, total);
  // The part that the shown book cannot take is requested too, so that it is shown rather than dropped.
  const rest = atPrice(left, orderType === 'limit' ? price : opposite.at(-1)?.[0]);
  return rest && add(quantity, rest);
}

function forShare(percent: number, draft: Unsized, { available, opposite }: TicketContext): Decimal | undefined {
  if (available === undefined) return undefined;
  const part = divide(multiply(available, decimal(String(percent))), HUNDRED, DIVISION_PLACES, 'down');
  if (draft.side === 'sell') return part;
  if (draft.orderType !== 'market') return atPrice(part, draft.price);
  if (opposite.length === 0) return undefined;
  return walkQuote(opposite, multiply(part, MARKET_BUY_SHARE)).quantity;
}

function atPrice(quote: Decimal, price: Decimal | undefined): Decimal | undefined {
  if (price === undefined || !isPositive(price)) return undefined;
  return divide(quote, price, DIVISION_PLACES, 'down');
}

type Amounts = Pick<TicketSummary, 'total' | 'averagePrice' | 'fee' | 'received'>;

function amountsOf(draft: OrderDraft, { filled, quote }: Walked, { takerFeeRate }: TicketContext): Amounts {
  const gross = draft.side === 'buy' ? filled : quote;
  const fee = spotFee(gross, takerFeeRate);
  const averagePrice = isPositive(filled) ? divide(quote, filled, 8, 'half-even') : undefined;
  return { total: quote, averagePrice, fee, received: subtract(gross, fee) };
}
