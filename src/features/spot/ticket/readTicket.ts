/** Result of a filled-in ticket: the draft of an order, its figures, and its errors. */
import type { Book, Market } from '@halyard/contract/market/calls';
import { decimal, isPositive, parseDecimal, toFixedText, type Decimal } from '@halyard/contract/money';
import { draftOf, type TicketDraft, type TicketForm } from './ticketForm.ts';
import { ticketErrors } from './ticketErrors.ts';
import {
  quantityOf,
  shareOf,
  summarizeTicket,
  totalOf,
  type TicketContext,
  type TicketSummary,
} from './ticketSummary.ts';

// The highest rate possible, for servers that publish no fee: the estimate is never too good.
const UNKNOWN_FEE_RATE = decimal('0.002');

/**
 * Input beside the form: the market, its book, the available balance of the currency spent, and the user's slippage
 * cap.
 */
export type TicketSurroundings = {
  readonly market: Market;
  readonly book: Book | undefined;
  readonly available: Decimal | undefined;
  readonly maxSlippage?: Decimal | undefined;
  /** Whether the exchange accepts a total as the most that is spent. */
  readonly takesTotal?: boolean | undefined;
};

/** Input of the estimates. */
export function contextOf(side: TicketForm['side'], { market, book, available }: TicketSurroundings): TicketContext {
  const opposite = side === 'buy' ? book?.asks : book?.bids;
  return {
    quantityPrecision: market.quantityPrecision,
    takerFeeRate: market.takerFeeRate ?? UNKNOWN_FEE_RATE,
    available,
    lastPrice: market.lastPrice ?? undefined,
    opposite: opposite ?? [],
  };
}

/** The result of the form at the current market. */
export function readTicket(form: TicketForm, surroundings: TicketSurroundings) {
  const { market, available, maxSlippage } = surroundings;
  const context = contextOf(form.side, surroundings);
  const unsized = draftOf(form, undefined, maxSlippage);
  const draft: TicketDraft = {
    ...unsized,
    quantity: quantityOf(form.size, unsized, context),
    maxTotal: surroundings.takesTotal === true ? maxTotalOf(form) : undefined,
  };
  const summary = summarizeTicket(draft, context);
  const bestOpposite = context.opposite[0]?.[0];
  const errors = ticketErrors({
    draft,
    terms: market,
    referencePrice: market.lastPrice ?? undefined,
    available,
    summary,
    sizedBy: form.size.kind,
    bestOpposite,
  });
  return {
    draft,
    summary,
    errors,
    bestOpposite,
    texts: textsOf(form, draft, summary, market),
    sharePercent: form.size.kind === 'share' ? form.size.percent : shareOf(draft, summary, context),
  } as const;
}

/** A typed total of a market buy is the most that is spent, also when prices rise before the order arrives. */
function maxTotalOf({ side, orderType, size }: TicketForm): Decimal | undefined {
  return side === 'buy' && orderType === 'market' && size.kind === 'total' ? parseDecimal(size.text) : undefined;
}

/** Texts of the amount and total fields: as typed in one, derived in the other. */
function textsOf(
  { size }: TicketForm,
  draft: TicketDraft,
  summary: TicketSummary | undefined,
  { pricePrecision, lastPrice }: Market,
) {
  const { quantity } = draft;
  const known = quantity !== undefined && isPositive(quantity) ? quantity : '';
  const worth = totalOf(draft, summary, lastPrice ?? undefined);
  const total = worth === undefined ? '' : toFixedText(worth, pricePrecision, 'down');
  return {
    quantity: size.kind === 'quantity' ? size.text : known,
    total: size.kind === 'total' ? size.text : total,
  } as const;
}
