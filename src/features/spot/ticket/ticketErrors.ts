import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import { compare, type Decimal, ONE, ZERO } from '@halyard/contract/money';
import { checkOrder, type MarketTerms, type OrderDraft } from '@halyard/contract/spot/rules';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { exitErrors, type ExitField } from './exitErrors.ts';
import type { TicketDraft, TicketSize } from './ticketForm.ts';
import { heldFor, type TicketSummary } from './ticketSummary.ts';

/** The field that shows an error. The exchange applies the same rules again. */
export type TicketField = 'price' | 'stopPrice' | 'trail' | 'activationPrice' | ExitField | 'expiry' | 'total' | 'form';

export type TicketError = {
  readonly field: TicketField;
  readonly error: CodedError;
  /** The field is empty. */
  readonly isMissing?: boolean;
};

export type TicketCheck = {
  readonly draft: TicketDraft;
  readonly terms: MarketTerms;
  readonly referencePrice: Decimal | undefined;
  /** Available balance of the currency spent. */
  readonly available: Decimal | undefined;
  readonly summary: TicketSummary | undefined;
  /** The unit of the typed size; its errors show there. */
  readonly sizedBy?: TicketSize['kind'] | undefined;
  /** The price at which the order would trade immediately. */
  readonly bestOpposite?: Decimal | undefined;
};

const MISSING: ReadonlySet<ErrorCode> = new Set([
  'QUANTITY_REQUIRED',
  'PRICE_REQUIRED',
  'STOP_PRICE_REQUIRED',
  'NO_LIQUIDITY',
]);

/** Errors of prices and size, each at its field; empty when the order may be sent. */
export function ticketErrors(check: TicketCheck): readonly TicketError[] {
  const ofPrices = checkPrices(check);
  const ofSize = checkSize(check, ofPrices);
  const ofOrder = [ofPrices, ofSize]
    .filter((error) => error !== undefined)
    .map((error) => ({ field: fieldOf(error.code, check), error, isMissing: isMissing(error, check.draft) }));
  const ofExits = exitErrors(check).map((entry) => ({ ...entry, isMissing: MISSING.has(entry.error.code) }));
  return [...ofOrder, ...ofExits];
}

/** The errors to show: missing values only after a try, one after the other. */
export function shownErrors(errors: readonly TicketError[], wasTried: boolean): readonly TicketError[] {
  const firstMissing = wasTried ? errors.find((entry) => entry.isMissing) : undefined;
  return errors.filter((entry) => entry.isMissing !== true || entry === firstMissing);
}

function isMissing({ code }: CodedError, { trail }: OrderDraft): boolean {
  const hasNoDistance = trail !== undefined && (trail.fraction ?? trail.amount) === ZERO;
  return MISSING.has(code) || (code === 'TRAIL_OUT_OF_RANGE' && hasNoDistance);
}

/** Price errors that do not depend on the quantity. */
function checkPrices({ draft, terms, referencePrice, bestOpposite }: TicketCheck): CodedError | undefined {
  const anySize = { ...terms, minQuantity: ZERO, minNotional: ZERO };
  const error = checkOrder({ ...draft, quantity: ONE }, anySize, referencePrice);
  if (error !== undefined) return error;
  return checkPostOnly(draft, bestOpposite);
}

/** The error of a post-only order that would trade in the current book. */
export function checkPostOnly(draft: OrderDraft, bestOpposite: Decimal | undefined): CodedError | undefined {
  return draft.isPostOnly === true && wouldTake(draft, bestOpposite) ? { code: 'POST_ONLY_WOULD_TAKE' } : undefined;
}

function checkSize(check: TicketCheck, ofPrices: CodedError | undefined): CodedError | undefined {
  const { draft, terms, referencePrice, sizedBy = 'quantity' } = check;
  if (sizedBy !== 'quantity') {
    // The quantity follows from a total or a share: without a price there is none, and close to zero it is none.
    if (draft.quantity === undefined && ofPrices !== undefined) return undefined;
    if (draft.quantity === ZERO) return { code: 'QUANTITY_TOO_SMALL', params: { min: terms.minQuantity } };
  }
  const error = checkOrder(draft, terms, referencePrice);
  if (error !== undefined) return error.code === ofPrices?.code ? undefined : error;
  return checkLiquidity(check) ?? checkBalance(check);
}

function wouldTake({ side, price }: OrderDraft, bestOpposite: Decimal | undefined): boolean {
  if (price === undefined || bestOpposite === undefined) return false;
  return side === 'buy' ? compare(price, bestOpposite) >= 0 : compare(price, bestOpposite) <= 0;
}

function checkLiquidity({ draft, summary }: TicketCheck): CodedError | undefined {
  return draft.orderType === 'market' && summary === undefined ? { code: 'NO_LIQUIDITY' } : undefined;
}

function checkBalance({ draft, available, summary, referencePrice }: TicketCheck): CodedError | undefined {
  const { quantity } = draft;
  if (available === undefined || quantity === undefined) return undefined;
  const given = heldFor(draft, referencePrice) ?? marketGiven(draft, quantity, summary);
  if (given === undefined || compare(given, available) <= 0) return undefined;
  return { code: draft.side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE' };
}

function marketGiven(draft: OrderDraft, quantity: Decimal, summary: TicketSummary | undefined): Decimal | undefined {
  return draft.side === 'sell' ? quantity : summary?.total;
}

function fieldOf(code: ErrorCode, { sizedBy, draft }: TicketCheck): TicketField {
  if (code.startsWith('STOP_PRICE')) return 'stopPrice';
  if (code === 'TRAIL_OUT_OF_RANGE') return 'trail';
  if (code === 'EXPIRY_OUT_OF_RANGE') return 'expiry';
  if (code === 'ACTIVATION_PRICE_REACHED' || (code.startsWith('PRICE') && draft.trail !== undefined))
    return 'activationPrice';
  if (code.startsWith('PRICE') || code === 'POST_ONLY_WOULD_TAKE')
    return draft.isOco === true ? 'takeProfitPrice' : 'price';
  if (code === 'NO_LIQUIDITY' || code === 'ORDER_TERMS_INVALID') return 'form';
  return sizedBy === 'total' && !code.startsWith('QUANTITY') ? 'total' : 'quantity';
}

/** Why no order of a market can be sent now; undefined while orders can be sent. `isStale`: prices may be wrong. */
export function useBlockedReason({ status }: Market, isStale: boolean): CodedError | undefined {
  const blockedReason = useMoneyBlockedReason();
  if (blockedReason !== undefined) return blockedReason;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
