/** Result of a filled-in ticket: the draft of an order, its figures, and its errors. */
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import type { Book, Market } from '@halyard/contract/market/calls';
import {
  decimal,
  isPositive,
  parseDecimal,
  toFixedText,
  compare,
  ONE,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import {
  checkOrder,
  checkExitPrices,
  stopDirection,
  type MarketTerms,
  type OrderDraft,
} from '@halyard/contract/spot/rules';
import { otherSide, type Side } from '@halyard/contract/spot/side';
import { oddPriceOf, type OddPrice } from '@halyard/contract/spot/unusualPrice';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { draftOf, type TicketDraft, type TicketForm, type TicketSize } from './ticketForm.ts';
import {
  quantityOf,
  shareOf,
  summarizeTicket,
  totalOf,
  heldFor,
  type TicketContext,
  type TicketSummary,
} from './ticketSummary.ts';

// The highest rate possible, for servers that publish no fee: the estimate is never too good.
const UNKNOWN_FEE_RATE = decimal('0.002');

/**
 * Input beside the form: the market, its book, the available balance of the currency spent, and the user's slippage
 * cap.
 */
type TicketSurroundings = {
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
    pricePrecision: market.pricePrecision,
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
    ...directionOf(unsized, market),
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
    texts: textsOf(form, draft, summary, context),
    sharePercent: form.size.kind === 'share' ? form.size.percent : shareOf(draft, summary, context),
  } as const;
}

/** The direction in which the price reaches a stop price now. */
export function directionOf({ stopPrice }: OrderDraft, { lastPrice }: Market): Pick<TicketDraft, 'stopDirection'> {
  if (stopPrice === undefined || lastPrice === null) return {};
  return { stopDirection: stopDirection(stopPrice, lastPrice) };
}

/** A typed total of a market buy is the most that is spent, also when prices rise before the order arrives. */
function maxTotalOf({ side, orderType, size }: TicketForm): Decimal | undefined {
  return side === 'buy' && orderType === 'market' && size.kind === 'total' ? parseDecimal(size.text) : undefined;
}

/** Texts of the amount and total fields: as typed in one, derived in the other. */
function textsOf({ size }: TicketForm, draft: TicketDraft, summary: TicketSummary | undefined, context: TicketContext) {
  const { quantity } = draft;
  const known = quantity !== undefined && isPositive(quantity) ? quantity : '';
  const worth = totalOf(draft, summary, context);
  const total = worth === undefined ? '' : toFixedText(worth, context.pricePrecision, 'down');
  return {
    quantity: size.kind === 'quantity' ? size.text : known,
    total: size.kind === 'total' ? size.text : total,
  } as const;
}

/** The field that shows an error. The exchange applies the same rules again. */
export type TicketField = 'price' | 'stopPrice' | 'trail' | 'activationPrice' | ExitField | 'expiry' | 'total' | 'form';

export type TicketError = {
  readonly field: TicketField;
  readonly error: CodedError;
  /** The field is empty. */
  readonly isMissing?: boolean;
};

type TicketCheck = {
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
  return checkOrder({ ...draft, quantity: ONE }, anySize(terms), referencePrice) ?? checkPostOnly(draft, bestOpposite);
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

function checkBalance({ draft, terms, available, summary, referencePrice }: TicketCheck): CodedError | undefined {
  const { quantity } = draft;
  if (available === undefined || quantity === undefined) return undefined;
  const given =
    heldFor(draft, { lastPrice: referencePrice, pricePrecision: terms.pricePrecision }) ??
    marketGiven(draft, quantity, summary);
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

// Errors of the exits of an order, and of the stop of an OCO; whose take profit is checked as the order itself.

/** The field of an error; `quantity` is that of the order. */
type ExitField = 'takeProfitPrice' | 'exitStopPrice' | 'stopLimitPrice' | 'quantity';

type ExitError = { readonly field: ExitField; readonly error: CodedError };

/** Errors of the exits, each at its field. */
function exitErrors(check: TicketCheck): readonly ExitError[] {
  const { draft, referencePrice } = check;
  if (draft.exits === undefined) return [];
  const leg: Leg = {
    isOco: draft.isOco === true,
    side: draft.isOco === true ? draft.side : otherSide(draft.side),
    from: draft.isOco === true ? referencePrice : (draft.price ?? referencePrice),
    exits: draft.exits,
  };
  return [takeProfitError(leg, check), stopError(leg, check), sideError(leg)].filter((entry) => entry !== undefined);
}

/** The price that is off by a digit, or far from where the order would trade; exits are far from it on purpose. */
export function oddOf(draft: TicketDraft, marketPrice: Decimal | undefined): OddPrice | undefined {
  const { isOco, exits, price } = draft;
  const from = isOco === true ? marketPrice : (price ?? marketPrice);
  const isDigitOff = (exit: Decimal | undefined) =>
    exit && oddPriceOf({ ...draft, orderType: 'stop_market', stopPrice: exit, price: undefined }, from);
  const ofOrder = isOco === true ? undefined : oddPriceOf(draft, marketPrice);
  return ofOrder ?? isDigitOff(exits?.takeProfitPrice) ?? isDigitOff(exits?.stopPrice);
}

type Leg = {
  readonly isOco: boolean;
  readonly side: Side;
  /** The price on whose sides the exits lie. */
  readonly from: Decimal | undefined;
  readonly exits: NonNullable<TicketDraft['exits']>;
};

const anySize = (terms: MarketTerms) => ({ ...terms, minQuantity: ZERO, minNotional: ZERO });

function takeProfitError({ isOco, side, from, exits }: Leg, { terms }: TicketCheck): ExitError | undefined {
  const price = exits.takeProfitPrice;
  if (isOco || price === undefined) return undefined;
  const error = checkOrder({ side, orderType: 'limit', quantity: ONE, price }, anySize(terms), from);
  return error && { field: 'takeProfitPrice', error };
}

function stopError({ isOco, side, from, exits }: Leg, check: TicketCheck): ExitError | undefined {
  const { stopPrice, stopLimitPrice } = exits;
  if (!isOco && stopPrice === undefined && stopLimitPrice === undefined) return undefined;
  const orderType = stopLimitPrice === undefined ? 'stop_market' : 'stop_limit';
  // The size of exits is that of the fills.
  const ofOco = isOco ? check.draft.quantity : undefined;
  const terms = ofOco === undefined ? anySize(check.terms) : check.terms;
  const draft = { side, orderType, quantity: ofOco ?? ONE, stopPrice, price: stopLimitPrice } as const;
  const error = checkOrder(draft, terms, from);
  return error && { field: stopFieldOf(error.code), error };
}

function sideError({ side, from, exits }: Leg): ExitError | undefined {
  const error = from && checkExitPrices(side, exits, from);
  if (error?.code === 'STOP_SIDE') return { field: 'exitStopPrice', error };
  return error?.code === 'TAKE_PROFIT_SIDE' ? { field: 'takeProfitPrice', error } : undefined;
}

function stopFieldOf(code: ErrorCode): ExitField {
  if (code.startsWith('STOP_PRICE')) return 'exitStopPrice';
  return code.startsWith('PRICE') ? 'stopLimitPrice' : 'quantity';
}
