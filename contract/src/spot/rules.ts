/**
 * Spot: what an order must satisfy, what it holds, what it pays (specification, section 5; `wire-contract`, "Spot",
 * "Spot fee").
 */
import type { OrderType, Side, TimeInForce } from './calls.ts';
import type { CodedError } from '../errors.ts';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  isNegative,
  isPositive,
  min,
  multiply,
  round,
  subtract,
  type Decimal,
  MONEY_PLACES,
} from '../money/money.ts';
import { checkMaxSlippage } from './slippage.ts';

/** The terms of a market that an order must satisfy. */
export type MarketTerms = {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly minQuantity: Decimal;
  readonly minNotional: Decimal;
  /** A fraction of the price that the order is judged by; any price is taken where it is missing. */
  readonly priceBand?: Decimal | undefined;
};

/** An order as it is asked for; a missing quantity or price is missing, never zero. */
export type OrderDraft = {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly quantity: Decimal | undefined;
  /** Limit and stop-limit orders. */
  readonly price: Decimal | undefined;
  /** Stop-limit orders only. */
  readonly stopPrice?: Decimal | undefined;
  /** What the type stands for where it is missing. */
  readonly timeInForce?: TimeInForce | undefined;
  readonly isPostOnly?: boolean | undefined;
  /** Market orders only: how far from the best price they may trade, as a fraction; no cap where it is missing. */
  readonly maxSlippage?: Decimal | undefined;
};

/** Whether the price has to rise or to fall to reach a stop price. */
export type StopDirection = 'rise' | 'fall';

const QUANTITY_MAX = decimal('1000000000000');
const PRICE_MAX = decimal('1000000000000');
/** So that what an order holds always fits the ledger's width, whatever quantity and price are. */
const NOTIONAL_MAX = decimal('1000000000000');

/**
 * The first reason why an order cannot be placed, balances apart. `referencePrice` stands in for the price of a market
 * order.
 */
export function checkOrder(
  draft: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  return (
    checkTerms(draft) ??
    checkQuantity(draft.quantity, terms) ??
    checkStopPrice(draft, terms, referencePrice) ??
    checkPrice(draft, terms) ??
    checkBand(draft, terms, referencePrice) ??
    checkNotional(draft, terms, referencePrice)
  );
}

/** How long an order may wait, where it does not say. */
export function timeInForceOf({ orderType, timeInForce }: Pick<OrderDraft, 'orderType' | 'timeInForce'>): TimeInForce {
  return timeInForce ?? (orderType === 'market' ? 'ioc' : 'gtc');
}

/** From which side the price has to come to a stop price; `undefined` when it stands there already. */
export function stopDirection(stopPrice: Decimal, referencePrice: Decimal): StopDirection | undefined {
  const sign = compare(stopPrice, referencePrice);
  if (sign === 0) return undefined;
  return sign > 0 ? 'rise' : 'fall';
}

/**
 * The price that a limit may not pass, rounded to the market's precision inwards; `undefined` where there is no band or
 * no price.
 */
export function bandLimit(
  side: Side,
  { priceBand, pricePrecision }: MarketTerms,
  basePrice: Decimal | undefined,
): Decimal | undefined {
  if (priceBand === undefined || basePrice === undefined) return undefined;
  const width = multiply(basePrice, priceBand);
  return side === 'buy'
    ? round(add(basePrice, width), pricePrecision, 'down')
    : round(subtract(basePrice, width), pricePrecision, 'up');
}

/** What an order gives away: base when selling, quote when buying, exact, so that a hold always covers its fills. */
export function holdAmount(side: Side, quantity: Decimal, price: Decimal): Decimal {
  return side === 'sell' ? quantity : quoteAmount(quantity, price);
}

/**
 * Quote that changes hands for `quantity` at `price`, exact: precisions of price and quantity together never exceed
 * what the ledger stores.
 */
export function quoteAmount(quantity: Decimal, price: Decimal): Decimal {
  return multiply(quantity, price);
}

/**
 * The fee on what is received, rounded up at {@link MONEY_PLACES} (the house's favour), never more than what is
 * received. Throws `RangeError` when either argument is negative.
 */
export function spotFee(received: Decimal, feeRate: Decimal): Decimal {
  if (isNegative(received) || isNegative(feeRate)) throw new RangeError('a fee is taken from what is received');
  const fee = round(multiply(received, feeRate), MONEY_PLACES, 'up');
  return compare(fee, received) > 0 ? received : fee;
}

/** What an order was charged so far, in the currency it receives, and what its trades come to before rounding. */
export type AccruedFee = { readonly fee: Decimal; readonly feeDue: Decimal };

/**
 * The fee of an order after one more trade: what all of its trades come to is rounded up once, as {@link spotFee} does,
 * so that many small trades cost no more than a single one. A trade is never charged more than it brings.
 */
export function accrueFee(charged: AccruedFee, received: Decimal, feeRate: Decimal): AccruedFee {
  const feeDue = add(charged.feeDue, multiply(received, feeRate));
  const owed = subtract(round(feeDue, MONEY_PLACES, 'up'), charged.fee);
  return { fee: add(charged.fee, min(owed, received)), feeDue };
}

/** What arrives after the fee. */
export function netReceived(received: Decimal, feeRate: Decimal): Decimal {
  return subtract(received, spotFee(received, feeRate));
}

/** The average price of what is filled, rounded half-even at {@link MONEY_PLACES}; `undefined` when nothing is. */
export function averagePrice(filledQuote: Decimal, filledQuantity: Decimal): Decimal | undefined {
  return isPositive(filledQuantity) ? divide(filledQuote, filledQuantity, MONEY_PLACES, 'half-even') : undefined;
}

function checkTerms(draft: OrderDraft): CodedError | undefined {
  const mayWait = timeInForceOf(draft) === 'gtc';
  const isMarket = draft.orderType === 'market';
  if (isMarket && mayWait) return { code: 'ORDER_TERMS_INVALID' };
  const isPostOnlyLimit = draft.orderType === 'limit' && mayWait;
  if (draft.isPostOnly === true && !isPostOnlyLimit) return { code: 'ORDER_TERMS_INVALID' };
  if (draft.maxSlippage === undefined) return undefined;
  return isMarket ? checkMaxSlippage(draft.maxSlippage) : { code: 'ORDER_TERMS_INVALID' };
}

function checkStopPrice(
  { orderType, stopPrice }: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  if (orderType !== 'stop_limit') return stopPrice === undefined ? undefined : { code: 'ORDER_TERMS_INVALID' };
  if (stopPrice === undefined || !isPositive(stopPrice)) return { code: 'STOP_PRICE_REQUIRED' };
  if (compare(stopPrice, PRICE_MAX) > 0) return { code: 'PRICE_OUT_OF_RANGE', params: { max: PRICE_MAX } };
  if (!fitsPlaces(stopPrice, terms.pricePrecision))
    return { code: 'STOP_PRICE_PRECISION', params: { places: terms.pricePrecision } };
  const isThere = referencePrice !== undefined && stopDirection(stopPrice, referencePrice) === undefined;
  return isThere ? { code: 'STOP_PRICE_REACHED' } : undefined;
}

/**
 * A slip of the finger must not trade far from the market. A stop-limit order trades near its stop price, so it is
 * judged by that.
 */
function checkBand(
  { side, orderType, price, stopPrice }: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  const limit = bandLimit(side, terms, orderType === 'stop_limit' ? stopPrice : referencePrice);
  if (orderType === 'market' || price === undefined || limit === undefined) return undefined;
  if (side === 'buy' && compare(price, limit) > 0) return { code: 'PRICE_ABOVE_BAND', params: { max: limit } };
  if (side === 'sell' && compare(price, limit) < 0) return { code: 'PRICE_BELOW_BAND', params: { min: limit } };
  return undefined;
}

function checkQuantity(quantity: Decimal | undefined, terms: MarketTerms): CodedError | undefined {
  if (quantity === undefined || !isPositive(quantity)) return { code: 'QUANTITY_REQUIRED' };
  if (compare(quantity, QUANTITY_MAX) > 0) return { code: 'QUANTITY_TOO_LARGE', params: { max: QUANTITY_MAX } };
  if (!fitsPlaces(quantity, terms.quantityPrecision))
    return { code: 'QUANTITY_PRECISION', params: { places: terms.quantityPrecision } };
  if (compare(quantity, terms.minQuantity) < 0)
    return { code: 'QUANTITY_TOO_SMALL', params: { min: terms.minQuantity } };
  return undefined;
}

function checkPrice({ orderType, price }: OrderDraft, terms: MarketTerms): CodedError | undefined {
  if (orderType === 'market') return undefined;
  if (price === undefined || !isPositive(price)) return { code: 'PRICE_REQUIRED' };
  if (compare(price, PRICE_MAX) > 0) return { code: 'PRICE_OUT_OF_RANGE', params: { max: PRICE_MAX } };
  if (!fitsPlaces(price, terms.pricePrecision))
    return { code: 'PRICE_PRECISION', params: { places: terms.pricePrecision } };
  return undefined;
}

function checkNotional(
  draft: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  const price = draft.orderType === 'market' ? referencePrice : draft.price;
  if (price === undefined || draft.quantity === undefined) return undefined;
  const notional = quoteAmount(draft.quantity, price);
  if (compare(notional, terms.minNotional) < 0)
    return { code: 'NOTIONAL_TOO_SMALL', params: { min: terms.minNotional } };
  if (compare(notional, NOTIONAL_MAX) <= 0) return undefined;
  return { code: 'QUANTITY_TOO_LARGE', params: { max: divide(NOTIONAL_MAX, price, terms.quantityPrecision, 'down') } };
}
