/** What keeps an order from being sent, said before it is sent. The exchange applies the same rules again. */
import type { CodedError } from '@halyard/contract/errors';
import { compare, type Decimal } from '@halyard/contract/money';
import { checkOrder, holdAmount, type MarketTerms, type OrderDraft } from '@halyard/contract/rules/spot';
import type { TicketSummary } from './ticketSummary.ts';

/** Where an error is shown. */
export type TicketField = 'price' | 'quantity' | 'form';
export type TicketError = { readonly field: TicketField; readonly error: CodedError };

export type TicketCheck = {
  readonly draft: OrderDraft;
  readonly terms: MarketTerms;
  readonly referencePrice: Decimal | undefined;
  /** Free balance of what the order gives away. */
  readonly available: Decimal | undefined;
  readonly summary: TicketSummary | undefined;
};

/** The first error of each field, most important first; none when the order may be sent. */
export function ticketErrors(check: TicketCheck): readonly TicketError[] {
  const error =
    checkOrder(check.draft, check.terms, check.referencePrice) ?? checkLiquidity(check) ?? checkBalance(check);
  return error === undefined ? [] : [{ field: fieldOf(error), error }];
}

function checkLiquidity({ draft, summary }: TicketCheck): CodedError | undefined {
  return draft.orderType === 'market' && summary === undefined ? { code: 'NO_LIQUIDITY' } : undefined;
}

function checkBalance({ draft, available, summary }: TicketCheck): CodedError | undefined {
  const { quantity } = draft;
  if (available === undefined || quantity === undefined) return undefined;
  const given =
    draft.price === undefined ? marketGiven(draft, quantity, summary) : holdAmount(draft.side, quantity, draft.price);
  if (given === undefined || compare(given, available) <= 0) return undefined;
  return { code: draft.side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE' };
}

function marketGiven(draft: OrderDraft, quantity: Decimal, summary: TicketSummary | undefined): Decimal | undefined {
  return draft.side === 'sell' ? quantity : summary?.total;
}

function fieldOf({ code }: CodedError): TicketField {
  if (code.startsWith('PRICE')) return 'price';
  return code === 'NO_LIQUIDITY' ? 'form' : 'quantity';
}
