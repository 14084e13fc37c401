/** What an order would cost and bring, by the same rules that the exchange applies. Estimates for market orders walk the live book. */
import type { BookLevel } from '@halyard/contract/calls/markets';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  min,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { quoteAmount, spotFee, type OrderDraft } from '@halyard/contract/rules/spot';

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
};

/** What levels of the book would give: base filled, for how much quote. */
export type Walked = { readonly filled: Decimal; readonly quote: Decimal };

// A market buy of everything leaves this much for prices that move between the estimate and the match.
const MARKET_BUY_KEPT = decimal('0.995');
const HUNDRED = decimal('100');
const DIVISION_PLACES = 18;

/** Total, fee and net of a draft; `undefined` while quantity or price is missing. */
export function summarizeTicket(draft: OrderDraft, context: TicketContext): TicketSummary | undefined {
  const { quantity } = draft;
  if (quantity === undefined || !isPositive(quantity)) return undefined;
  if (draft.orderType === 'limit') {
    if (draft.price === undefined || !isPositive(draft.price)) return undefined;
    return summaryOf(draft, { filled: quantity, quote: quoteAmount(quantity, draft.price) }, ZERO, context);
  }
  const walked = walkBook(context.opposite, quantity);
  if (!isPositive(walked.filled)) return undefined;
  return summaryOf(draft, walked, subtract(quantity, walked.filled), context);
}

/** The quantity that `share` percent of the free balance can pay for, rounded down to the lot; `undefined` while that cannot be told. */
export function quantityForShare(share: number, draft: OrderDraft, context: TicketContext): Decimal | undefined {
  if (context.available === undefined) return undefined;
  const part = divide(multiply(context.available, decimal(String(share))), HUNDRED, DIVISION_PLACES, 'down');
  if (draft.side === 'sell') return round(part, context.quantityPrecision, 'down');
  if (draft.orderType === 'limit') {
    if (draft.price === undefined || !isPositive(draft.price)) return undefined;
    return divide(part, draft.price, context.quantityPrecision, 'down');
  }
  if (context.opposite.length === 0) return undefined;
  return round(quantityForQuote(context.opposite, multiply(part, MARKET_BUY_KEPT)), context.quantityPrecision, 'down');
}

/** How much of `quantity` the levels would fill, and for how much quote. */
export function walkBook(levels: readonly BookLevel[], quantity: Decimal): Walked {
  let filled = ZERO;
  let quote = ZERO;
  for (const [price, offered] of levels) {
    const taken = min(offered, subtract(quantity, filled));
    if (!isPositive(taken)) break;
    filled = add(filled, taken);
    quote = add(quote, quoteAmount(taken, price));
  }
  return { filled, quote };
}

function quantityForQuote(levels: readonly BookLevel[], budget: Decimal): Decimal {
  let left = budget;
  let quantity = ZERO;
  for (const [price, offered] of levels) {
    const cost = quoteAmount(offered, price);
    if (compare(cost, left) >= 0) return add(quantity, divide(left, price, DIVISION_PLACES, 'down'));
    left = subtract(left, cost);
    quantity = add(quantity, offered);
  }
  return quantity;
}

function summaryOf(
  draft: OrderDraft,
  { filled, quote }: Walked,
  unfilled: Decimal,
  context: TicketContext,
): TicketSummary {
  const gross = draft.side === 'buy' ? filled : quote;
  const fee = spotFee(gross, context.takerFeeRate);
  const averagePrice = divide(quote, filled, 8, 'half-even');
  return { total: quote, averagePrice, fee, received: subtract(gross, fee), unfilled };
}
