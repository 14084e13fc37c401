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
  max,
  multiply,
  DECIMAL_PLACES_MAX,
  parseDecimal,
  round,
  subtract,
  toModelNumber,
  ZERO,
  absolute,
  compare,
  min,
  type Decimal,
  percentOf,
  shareInPercent,
} from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import {
  isMarketType,
  holdAmount,
  isStopType,
  mayWait,
  quoteAmount,
  spotFee,
  timeInForceOf,
  trailTrigger,
  bandLimit,
  partsWithin,
  worstPrice,
  averagePrice,
  type MarketTerms,
  type OrderDraft,
} from '@halyard/contract/spot/rules';
import { slippageLimit, tradesAt } from '@halyard/contract/spot/slippage';
import type { TicketDraft, TicketSize } from './ticketForm.ts';

/** Input of an estimate. */
export type TicketContext = {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly takerFeeRate: Decimal;
  /** Available balance of the currency spent: quote when buying, base when selling. */
  readonly available: Decimal | undefined;
  /** The market's last price, from which a trailing stop begins to follow. */
  readonly lastPrice?: Decimal | undefined;
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

type Unsized = Omit<TicketDraft, 'quantity'>;

/** The market's last price and its ticks. */
type PriceContext = Pick<TicketContext, 'lastPrice' | 'pricePrecision'>;

// Share of the balance used by a market buy of everything: prices may move between estimate and match.
const MARKET_BUY_SHARE = decimal('0.995');

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
export function summarizeTicket(draft: TicketDraft, context: TicketContext): TicketSummary | undefined {
  const { quantity } = draft;
  if (quantity === undefined || !isPositive(quantity)) return undefined;
  if (draft.orderType === 'market') return summarizeMarket(draft, quantity, context);
  const price = expectedPrice(draft, context.lastPrice);
  if (price === undefined || !isPositive(price)) return undefined;
  return summarizeLimit({ ...draft, quantity, price }, context);
}

/**
 * The price at which an order is expected to trade: its limit, its stop price, or where a trailing stop would trigger
 * without a further move. `undefined` for market orders.
 */
function expectedPrice({ side, price, stopPrice, trail, extremePrice }: Unsized, last: Decimal | undefined) {
  const extreme = extremePrice ?? trail?.activationPrice ?? last;
  if (trail === undefined || extreme === undefined) return price ?? stopPrice;
  return trailTrigger(side, trail, extreme);
}

/** Quote that a purchase which waits holds for each unit: of an OCO, for the dearer of its legs. */
function heldPrice(draft: Unsized, { lastPrice, pricePrecision }: PriceContext): Decimal | undefined {
  const { side, orderType, maxSlippage, isOco, exits } = draft;
  const worst = (from: Decimal | undefined, cap: Decimal | undefined) =>
    from && worstPrice(side, { from, maxSlippage: cap }, pricePrecision);
  const price = expectedPrice(draft, lastPrice);
  if (isOco !== true) return isMarketType(orderType) ? worst(price, maxSlippage) : price;
  const stop = exits?.stopLimitPrice ?? worst(exits?.stopPrice, exits?.maxSlippage);
  return price === undefined || stop === undefined ? undefined : max(price, stop);
}

/** Hold of an order that waits: base when selling, quote when buying; `undefined` for market orders. */
export function heldFor(draft: TicketDraft, context: PriceContext): Decimal | undefined {
  const { side, quantity } = draft;
  const price = heldPrice(draft, context);
  return quantity && price && holdAmount(side, quantity, price);
}

type LimitDraft = TicketDraft & { readonly quantity: Decimal; readonly price: Decimal };

/** The immediate part fills at the book's prices, the rest at the limit. */
function summarizeLimit(draft: LimitDraft, context: TicketContext): TicketSummary {
  const { orderType, quantity, price } = draft;
  // An order that waits for its stop price meets another book.
  const levels = isStopType(orderType) ? [] : levelsWithin(context.opposite, draft);
  const walked = walkBook(levels, quantity);
  const rest = subtract(quantity, walked.filled);
  const timeInForce = isStopType(orderType) ? 'gtc' : timeInForceOf(draft);
  if (timeInForce === 'fok' && isPositive(rest)) return { ...NOT_WHOLE, unfilled: quantity };
  const whole = { filled: quantity, quote: add(walked.quote, quoteAmount(rest, price)) };
  return {
    ...amountsOf(draft, timeInForce === 'ioc' ? walked : whole, context),
    atOnce: walked.filled,
    unfilled: mayWait(timeInForce) ? ZERO : rest,
    isCapped: false,
    slippage: undefined,
  };
}

function summarizeMarket(draft: TicketDraft, quantity: Decimal, context: TicketContext): TicketSummary | undefined {
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
export function totalOf(
  draft: TicketDraft,
  summary: TicketSummary | undefined,
  context: PriceContext,
): Decimal | undefined {
  const { side } = draft;
  if (summary === undefined || draft.quantity === undefined) return undefined;
  return (side === 'buy' ? heldFor(draft, context) : undefined) ?? summary.total;
}

/**
 * Share of the available balance that an order spends, in whole percent, truncated, at most 100; `undefined` while
 * unknown.
 */
export function shareOf(draft: TicketDraft, summary: TicketSummary | undefined, context: TicketContext) {
  const { available } = context;
  const given = draft.side === 'sell' ? draft.quantity : totalOf(draft, summary, context);
  if (available === undefined || given === undefined || !isPositive(available)) return undefined;
  return Math.min(100, toModelNumber(shareInPercent(given, available, 0, 'down')));
}

function forTotal(text: string, draft: Unsized, context: TicketContext): Decimal | undefined {
  const total = parseDecimal(text);
  if (total === undefined) return undefined;
  const { side, orderType, price } = draft;
  const { opposite, lastPrice } = context;
  if (isStopType(orderType) || (orderType === 'limit' && side === 'buy')) {
    return atPrice(total, side === 'buy' ? heldPrice(draft, context) : expectedPrice(draft, lastPrice));
  }
  const { quantity, left } = walkQuote(orderType === 'limit' ? levelsWithin(opposite, draft) : opposite, total);
  // The part that the shown book cannot take is requested too, so that it is shown rather than dropped.
  const rest = atPrice(left, orderType === 'limit' ? price : opposite.at(-1)?.[0]);
  return rest && add(quantity, rest);
}

function forShare(percent: number, draft: Unsized, context: TicketContext): Decimal | undefined {
  const { available, opposite } = context;
  if (available === undefined) return undefined;
  const part = round(percentOf(available, decimal(String(percent))), DECIMAL_PLACES_MAX, 'down');
  if (draft.side === 'sell') return part;
  if (draft.orderType !== 'market') return atPrice(part, heldPrice(draft, context));
  if (opposite.length === 0) return undefined;
  return walkQuote(opposite, multiply(part, MARKET_BUY_SHARE)).quantity;
}

function atPrice(quote: Decimal, price: Decimal | undefined): Decimal | undefined {
  if (price === undefined || !isPositive(price)) return undefined;
  return divide(quote, price, DECIMAL_PLACES_MAX, 'down');
}

type Amounts = Pick<TicketSummary, 'total' | 'averagePrice' | 'fee' | 'received'>;

function amountsOf(draft: TicketDraft, { filled, quote }: Walked, { takerFeeRate }: TicketContext): Amounts {
  const gross = draft.side === 'buy' ? filled : quote;
  const fee = spotFee(gross, takerFeeRate);
  return { total: quote, averagePrice: averagePrice(quote, filled), fee, received: subtract(gross, fee) };
}

// Walks through the live book: what its levels give to an order, best first.

/** Result of a walk: filled base, and its quote. */
type Walked = { readonly filled: Decimal; readonly quote: Decimal };

/** Quantity that a quote budget buys, and the rest that the levels could not take. */
type Bought = { readonly quantity: Decimal; readonly left: Decimal };

/** An average price further from the best price than this is warned about. */
export const SLIPPAGE_WARNED = decimal('0.01');

/** The levels that an order takes, up to its limit or its slippage cap; none if it is post-only. */
function levelsWithin(
  levels: readonly BookLevel[],
  { side, orderType, price, maxSlippage, isPostOnly }: Omit<OrderDraft, 'quantity'>,
): readonly BookLevel[] {
  if (isPostOnly === true) return [];
  const best = levels[0]?.[0];
  const cap = best === undefined || maxSlippage === undefined ? undefined : slippageLimit(side, best, maxSlippage);
  const limit = orderType === 'market' ? cap : price;
  return levels.filter(([levelPrice]) => tradesAt(side, limit, levelPrice));
}

/** How much of `quantity` the levels fill, and for how much quote: at most a total, in whole steps. */
export function walkBook(
  levels: readonly BookLevel[],
  quantity: Decimal,
  most?: { readonly total: Decimal; readonly quantityPrecision: number },
): Walked {
  if (most !== undefined) {
    const parts = levels.map(([price, size]) => ({ price, quantity: size }));
    const within = partsWithin(parts, most.total, most.quantityPrecision);
    return walkBook(
      within.map((part): BookLevel => [part.price, part.quantity]),
      quantity,
    );
  }
  let filled = ZERO;
  let quote = ZERO;
  for (const [price, size] of levels) {
    const taken = min(size, subtract(quantity, filled));
    if (!isPositive(taken)) break;
    filled = add(filled, taken);
    quote = add(quote, quoteAmount(taken, price));
  }
  return { filled, quote };
}

/** The quantity that the levels give for `budget` of quote. */
export function walkQuote(levels: readonly BookLevel[], budget: Decimal): Bought {
  let left = budget;
  let quantity = ZERO;
  for (const [price, size] of levels) {
    const cost = quoteAmount(size, price);
    if (compare(cost, left) >= 0)
      return { quantity: add(quantity, divide(left, price, DECIMAL_PLACES_MAX, 'down')), left: ZERO };
    left = subtract(left, cost);
    quantity = add(quantity, size);
  }
  return { quantity, left };
}

/**
 * Distance of the average fill price from the best price before the order, as a fraction, rounded up at 18 decimals.
 * Measured from the best price, not the mid: half the spread is not caused by the order.
 */
export function slippageOf({ filled, quote }: Walked, bestPrice: Decimal): Decimal {
  const atBest = quoteAmount(filled, bestPrice);
  return divide(absolute(subtract(quote, atBest)), atBest, DECIMAL_PLACES_MAX, 'up');
}

/** Slippage as shown: percent with two decimals. */
export function shownSlippage(slippage: Decimal): Decimal {
  return round(slippage, 4, 'half-even');
}

/** A limit price at the warning threshold, within the market's price band, rounded inwards to its precision. */
export function acceptableLimit(side: Side, bestPrice: Decimal, terms: MarketTerms, lastPrice: Decimal | undefined) {
  const exact = slippageLimit(side, bestPrice, SLIPPAGE_WARNED);
  const band = bandLimit(side, terms, lastPrice);
  if (side === 'buy') {
    const limit = max(bestPrice, round(exact, terms.pricePrecision, 'down'));
    return band === undefined ? limit : min(limit, band);
  }
  const limit = min(bestPrice, round(exact, terms.pricePrecision, 'up'));
  return band === undefined ? limit : max(limit, band);
}
