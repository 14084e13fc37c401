/** What a filled-in ticket comes to: the draft of an order, its figures, and what is wrong with it. */
import type { Book, Market } from '@halyard/contract/market/calls';
import { decimal, isPositive, toFixedText, type Decimal } from '@halyard/contract/money';
import type { OrderDraft } from '@halyard/contract/spot/rules';
import { draftOf, type TicketForm } from './ticketForm.ts';
import { ticketErrors } from './ticketErrors.ts';
import {
  quantityOf,
  shareOf,
  summarizeTicket,
  totalOf,
  type TicketContext,
  type TicketSummary,
} from './ticketSummary.ts';

// The highest rate there is stands in for a server that does not publish its fee: the estimate is then never too good.
const UNKNOWN_FEE_RATE = decimal('0.002');

/**
 * What the ticket stands before: the market, its book, the free balance of what the order gives away, and how far from
 * the best price the user lets market orders trade.
 */
export type TicketSurroundings = {
  readonly market: Market;
  readonly book: Book | undefined;
  readonly available: Decimal | undefined;
  readonly maxSlippage?: Decimal | undefined;
};

/** What estimates of an order are made from. */
export function contextOf(side: TicketForm['side'], { market, book, available }: TicketSurroundings): TicketContext {
  const opposite = side === 'buy' ? book?.asks : book?.bids;
  return {
    quantityPrecision: market.quantityPrecision,
    takerFeeRate: market.takerFeeRate ?? UNKNOWN_FEE_RATE,
    available,
    opposite: opposite ?? [],
  };
}

/** All that follows from the form and the market as they are now. */
export function readTicket(form: TicketForm, surroundings: TicketSurroundings) {
  const { market, available, maxSlippage } = surroundings;
  const context = contextOf(form.side, surroundings);
  const unsized = draftOf(form, undefined, maxSlippage);
  const draft = { ...unsized, quantity: quantityOf(form.size, unsized, context) };
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

/**
 * What stands in the fields of amount and total: as typed in the one that was typed into, what follows from it in the
 * other.
 */
function textsOf(
  { size }: TicketForm,
  draft: OrderDraft,
  summary: TicketSummary | undefined,
  { pricePrecision }: Market,
) {
  const { quantity } = draft;
  const known = quantity !== undefined && isPositive(quantity) ? quantity : '';
  const worth = totalOf(draft, summary);
  const total = worth === undefined ? '' : toFixedText(worth, pricePrecision, 'down');
  return {
    quantity: size.kind === 'quantity' ? size.text : known,
    total: size.kind === 'total' ? size.text : total,
  } as const;
}
