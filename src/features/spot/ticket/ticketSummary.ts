/**
 * How large an order is, and what it would cost and bring, by the same rules that the exchange applies. Estimates for
 * market orders walk the live book.
 */
import type { BookLevel } from '@halyard/contract/calls/markets';
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
import { quoteAmount, spotFee, type OrderDraft } from '@halyard/contract/rules/spot';
import { slippageOf, walkBook, walkQuote, type Walked } from './bookWalk.ts';
import type { TicketSize } from './ticketForm.ts';

/** What an estimate is made from. */
export type TicketContext = {
  readonly quantityPrecision: number;
  readonly takerFeeRate: Decimal;
  /** Free balance of what the order gives away: quote when buying, base when selling. */
  readonly available: Decimal | undefined;
  /** The side of the book that the order would meet, best first. */
  readonly opposite: readonly BookLevel[];
};

export type TicketSummary = {
  /** Quote that changes hands. */
  readonly total: Decimal;
  /** Price per unit; for market orders the average over the levels that would fill. */
  readonly averagePrice: Decimal;
  /** In the currency received, at the taker's rate: the most it can be. */
  readonly fee: Decimal;
  readonly received: Decimal;
  /** Market orders: what the book shown could not fill. */
  readonly unfilled: Decimal;
  /** Market orders: how far the average is from the best price, as a fraction. */
  readonly slippage: Decimal | undefined;
};

type Unsized = Omit<OrderDraft, 'quantity'>;

// A market buy of everything leaves this much for prices that move between the estimate and the match.
const MARKET_BUY_KEPT = decimal('0.995');
const HUNDRED = decimal('100');
const DIVISION_PLACES = 18;

/** Total, fee and net of a draft; `undefined` while quantity or price is missing. */
export function summarizeTicket(draft: OrderDraft, context: TicketContext): TicketSummary | undefined {
  const { quantity } = draft;
  if (quantity === undefined || !isPositive(quantity)) return undefined;
  if (draft.orderType === 'market') return summarizeMarket(draft, quantity, context);
  if (draft.price === undefined || !isPositive(draft.price)) return undefined;
  const whole = { filled: quantity, quote: quoteAmount(quantity, draft.price) };
  return { ...amountsOf(draft, whole, context), unfilled: ZERO, slippage: undefined };
}

function summarizeMarket(draft: OrderDraft, quantity: Decimal, context: TicketContext): TicketSummary | undefined {
  const walked = walkBook(context.opposite, quantity);
  const bestPrice = context.opposite[0]?.[0];
  if (bestPrice === undefined || !isPositive(walked.filled)) return undefined;
  const unfilled = subtract(quantity, walked.filled);
  return { ...amountsOf(draft, walked, context), unfilled, slippage: slippageOf(walked, bestPrice) };
}

/** The quantity that a size stands for, rounded down to the lot; `undefined` while that cannot be told. */
export function quantityOf(size: TicketSize, draft: Unsized, context: TicketContext): Decimal | undefined {
  if (size.kind === 'quantity') return parseDecimal(size.text);
  const exact = size.kind === 'share' ? forShare(size.percent, draft, context) : forTotal(size.text, draft, context);
  return exact && round(exact, context.quantityPrecision, 'down');
}

/**
 * How much of what is available an order gives away, in whole percent, cut, at most 100; `undefined` while that cannot
 * be told.
 */
export function shareOf(draft: OrderDraft, summary: TicketSummary | undefined, context: TicketContext) {
  const { available } = context;
  const given = draft.side === 'sell' ? draft.quantity : summary?.total;
  if (available === undefined || given === undefined || !isPositive(available)) return undefined;
  return Math.min(100, toModelNumber(divide(multiply(given, HUNDRED), available, 0, 'down')));
}

function forTotal(text: string, draft: Unsized, { opposite }: TicketContext): Decimal | undefined {
  const total = parseDecimal(text);
  if (total === undefined) return undefined;
  if (draft.orderType !== 'market') return atPrice(total, draft.price);
  const deepest = opposite.at(-1)?.[0];
  if (deepest === undefined) return undefined;
  const { quantity, left } = walkQuote(opposite, total);
  // What the book shown cannot take is asked for as well, so that it is said rather than dropped.
  return add(quantity, divide(left, deepest, DIVISION_PLACES, 'down'));
}

function forShare(percent: number, draft: Unsized, { available, opposite }: TicketContext): Decimal | undefined {
  if (available === undefined) return undefined;
  const part = divide(multiply(available, decimal(String(percent))), HUNDRED, DIVISION_PLACES, 'down');
  if (draft.side === 'sell') return part;
  if (draft.orderType !== 'market') return atPrice(part, draft.price);
  if (opposite.length === 0) return undefined;
  return walkQuote(opposite, multiply(part, MARKET_BUY_KEPT)).quantity;
}

function atPrice(quote: Decimal, price: Decimal | undefined): Decimal | undefined {
  if (price === undefined || !isPositive(price)) return undefined;
  return divide(quote, price, DIVISION_PLACES, 'down');
}

type Amounts = Pick<TicketSummary, 'total' | 'averagePrice' | 'fee' | 'received'>;

function amountsOf(draft: OrderDraft, { filled, quote }: Walked, { takerFeeRate }: TicketContext): Amounts {
  const gross = draft.side === 'buy' ? filled : quote;
  const fee = spotFee(gross, takerFeeRate);
  const averagePrice = divide(quote, filled, 8, 'half-even');
  return { total: quote, averagePrice, fee, received: subtract(gross, fee) };
}
