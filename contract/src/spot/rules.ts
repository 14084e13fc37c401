/** Spot: checks, holds and fees of orders (docs/product.md 1). */
import type { Exits, Order, OrderType, Side, TimeInForce } from './calls.ts';
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
  ZERO,
  HUNDRED,
} from '../money/money.ts';
import { checkMaxSlippage, MOST_SLIPPAGE, slippageLimit } from './slippage.ts';

/** The terms of a market that an order must satisfy. */
export type MarketTerms = {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly minQuantity: Decimal;
  readonly minNotional: Decimal;
  /** A fraction of the price that the order is checked against; without it any price is accepted. */
  readonly priceBand?: Decimal | undefined;
};

/** Input of an order; a missing quantity or price is missing, never zero. */
export type OrderDraft = {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly quantity: Decimal | undefined;
  /** Limit and stop-limit orders. */
  readonly price: Decimal | undefined;
  /** Stop-limit and stop-market orders. */
  readonly stopPrice?: Decimal | undefined;
  /** Trailing stops only. */
  readonly trail?: Trail | undefined;
  /** The end of a `gtd` order and the time of its placement; ISO 8601. */
  readonly expiry?: { readonly at: string; readonly now: string } | undefined;
  /** The default of the type where it is missing. */
  readonly timeInForce?: TimeInForce | undefined;
  readonly isPostOnly?: boolean | undefined;
  /** Market orders and stops that become one: the largest distance from the best price; no cap where it is missing. */
  readonly maxSlippage?: Decimal | undefined;
  /** Market buys only: the most quote that is spent. */
  readonly maxTotal?: Decimal | undefined;
};

/** How a trailing stop follows the price: at a fraction of its extreme, or at an amount. */
export type Trail = {
  readonly fraction?: Decimal | undefined;
  readonly amount?: Decimal | undefined;
  /** It follows from the first price at or above (sell) or below (buy) this one. */
  readonly activationPrice?: Decimal | undefined;
};

/** Prices of the exits of an entry, or of an OCO. */
export type ExitPrices = {
  readonly takeProfitPrice?: Decimal | undefined;
  readonly stopPrice?: Decimal | undefined;
};

/** Direction in which the price reaches a stop price. */
export type StopDirection = 'rise' | 'fall';

const QUANTITY_MAX = decimal('1000000000000');
const PRICE_MAX = decimal('1000000000000');
/** Keeps the hold of an order within the ledger's width, for any quantity and price. */
const NOTIONAL_MAX = decimal('1000000000000');
const TRAIL_LEAST = decimal('0.001');
const TRAIL_MOST = decimal('0.2');
/** In percent these are two. */
const TRAIL_PLACES = 4;
/** The most days of a `gtd` order. */
export const EXPIRY_DAYS_MAX = 90;
const DAY_MS = 86_400_000;

/** The first error of an order, balances apart. `referencePrice` replaces the price of a market order. */
export function checkOrder(
  draft: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  return (
    checkTerms(draft) ??
    checkExpiry(draft) ??
    checkQuantity(draft.quantity, terms) ??
    checkStopPrice(draft, terms, referencePrice) ??
    checkTrail(draft, terms, referencePrice) ??
    checkPrice(draft, terms) ??
    checkBand(draft, terms, referencePrice) ??
    checkNotional(draft, terms, referencePrice)
  );
}

/** Time in force, where it is missing. */
export function timeInForceOf({ orderType, timeInForce }: Pick<OrderDraft, 'orderType' | 'timeInForce'>): TimeInForce {
  return timeInForce ?? (orderType === 'market' ? 'ioc' : 'gtc');
}

/** Whether an order of this time in force waits until it is filled, cancelled or expired. */
export function mayWait(timeInForce: TimeInForce): timeInForce is 'gtc' | 'gtd' {
  return timeInForce === 'gtc' || timeInForce === 'gtd';
}

/** Whether an order of this type trades as a market order, at once or when its stop is reached. */
export function isMarketType(orderType: OrderType): boolean {
  return orderType === 'market' || orderType === 'stop_market' || orderType === 'trailing_stop';
}

/** Whether an order of this type waits outside the book for a price. */
export function isStopType(orderType: OrderType): boolean {
  return orderType === 'stop_limit' || orderType === 'stop_market' || orderType === 'trailing_stop';
}

/**
 * Whether exits of this side lie on their sides of a price, which is the last one of an OCO and that of the entry of
 * other exits. A missing price is not checked; without both there is no exit.
 */
export function checkExitPrices(
  side: Side,
  { takeProfitPrice, stopPrice }: ExitPrices,
  price: Decimal,
): CodedError | undefined {
  if (takeProfitPrice === undefined && stopPrice === undefined) return { code: 'ORDER_TERMS_INVALID' };
  const isBeyond = (exit: Decimal) => (side === 'sell' ? compare(exit, price) > 0 : compare(exit, price) < 0);
  const isBefore = (exit: Decimal) => !isBeyond(exit) && compare(exit, price) !== 0;
  if (takeProfitPrice !== undefined && !isBeyond(takeProfitPrice))
    return { code: 'TAKE_PROFIT_SIDE', params: { price } };
  if (stopPrice !== undefined && !isBefore(stopPrice)) return { code: 'STOP_SIDE', params: { price } };
  return undefined;
}

/** The exact price of the trigger: the extreme less the distance to sell, plus the distance to buy. */
export function trailTrigger(side: Side, { fraction, amount }: Trail, extreme: Decimal): Decimal {
  const distance = amount ?? multiply(extreme, fraction ?? ZERO);
  return side === 'sell' ? subtract(extreme, distance) : add(extreme, distance);
}

/** The first price of a market that reaches the trigger of a trailing stop. */
export function reachedPrice(side: Side, trigger: Decimal, pricePrecision: number): Decimal {
  return round(trigger, pricePrecision, side === 'sell' ? 'down' : 'up');
}

/**
 * The first error of the exits of an entry. `side` is that of the exits, `price` the entry's; the exits are checked as
 * orders of its whole quantity.
 */
export function checkExits(
  side: Side,
  exits: Exits,
  entry: { readonly quantity: Decimal; readonly price: Decimal; readonly terms: MarketTerms },
): CodedError | undefined {
  const { takeProfitPrice, stopPrice, stopLimitPrice, maxSlippage } = exits;
  const { quantity, price, terms } = entry;
  const hasLooseTerms = stopPrice === undefined && (stopLimitPrice !== undefined || maxSlippage !== undefined);
  const ofPrices = hasLooseTerms ? { code: 'ORDER_TERMS_INVALID' as const } : checkExitPrices(side, exits, price);
  if (ofPrices !== undefined) return ofPrices;
  const takeProfit = { side, orderType: 'limit', quantity, price: takeProfitPrice } as const;
  const ofTakeProfit = takeProfitPrice === undefined ? undefined : checkOrder(takeProfit, terms, price);
  if (ofTakeProfit !== undefined || stopPrice === undefined) return ofTakeProfit;
  const orderType = stopLimitPrice === undefined ? 'stop_market' : 'stop_limit';
  return checkOrder({ side, orderType, quantity, price: stopLimitPrice, stopPrice, maxSlippage }, terms, price);
}

/** The direction in which the price reaches a stop price; `undefined` when it is reached already. */
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

/** Hold of an order: base when selling, quote when buying, exact, so that a hold always covers its fills. */
export function holdAmount(side: Side, quantity: Decimal, price: Decimal): Decimal {
  return side === 'sell' ? quantity : quoteAmount(quantity, price);
}

/**
 * The price at which an order is held that trades as a market order from this price on: the worst within its cap, or
 * within the largest cap. In whole ticks: an exact hold could have more places than the ledger.
 */
export function worstPrice(
  side: Side,
  { from, maxSlippage = MOST_SLIPPAGE }: { readonly from: Decimal; readonly maxSlippage: Decimal | undefined },
  pricePrecision: number,
): Decimal {
  return round(slippageLimit(side, from, maxSlippage), pricePrecision, 'up');
}

/**
 * Quote value of `quantity` at `price`, exact: precisions of price and quantity together never exceed what the ledger
 * stores.
 */
export function quoteAmount(quantity: Decimal, price: Decimal): Decimal {
  return multiply(quantity, price);
}

/**
 * The fee of an order with a single trade, for previews; orders pay {@link accrueFee}. Rounded up at
 * {@link MONEY_PLACES} (in the house's favour), never more than the amount.
 * Throws `RangeError` when either argument is negative.
 */
export function spotFee(received: Decimal, feeRate: Decimal): Decimal {
  if (isNegative(received) || isNegative(feeRate)) throw new RangeError('a fee is taken from what is received');
  const fee = round(multiply(received, feeRate), MONEY_PLACES, 'up');
  return compare(fee, received) > 0 ? received : fee;
}

/** Fee charged so far, in the received currency, and the exact sum of its trades before rounding. */
export type AccruedFee = { readonly fee: Decimal; readonly feeDue: Decimal };

/**
 * The fee of an order after one more trade: the sum of all its trades is rounded up once, as {@link spotFee} does, so
 * that many small trades cost no more than a single one. A trade is never charged more than it receives.
 */
export function accrueFee(charged: AccruedFee, received: Decimal, feeRate: Decimal): AccruedFee {
  const feeDue = add(charged.feeDue, multiply(received, feeRate));
  const owed = subtract(round(feeDue, MONEY_PLACES, 'up'), charged.fee);
  return { fee: add(charged.fee, min(owed, received)), feeDue };
}

/** A part of an order at one price. */
type Part = { readonly price: Decimal; readonly quantity: Decimal };

/** The parts that a total pays for, best first; the last one is cut to whole steps of the quantity. */
export function partsWithin<P extends Part>(parts: readonly P[], maxTotal: Decimal, quantityPrecision: number): P[] {
  const within: P[] = [];
  let left = maxTotal;
  for (const part of parts) {
    const quantity = min(part.quantity, divide(left, part.price, quantityPrecision, 'down'));
    if (!isPositive(quantity)) break;
    within.push({ ...part, quantity });
    if (compare(quantity, part.quantity) < 0) break;
    left = subtract(left, quoteAmount(quantity, part.price));
  }
  return within;
}

/** The average price of the fills, rounded half-even at {@link MONEY_PLACES}; `undefined` without fills. */
export function averagePrice(filledQuote: Decimal, filledQuantity: Decimal): Decimal | undefined {
  return isPositive(filledQuantity) ? divide(filledQuote, filledQuantity, MONEY_PLACES, 'half-even') : undefined;
}

/**
 * The total of an order's fills, from its average price. An average in whole ticks is exact; the total of any other is
 * rounded half-even to the places that the rounding of {@link averagePrice} cannot change. `undefined` without fills.
 */
export function filledTotal(
  { averagePrice: average, filledQuantity }: Pick<Order, 'averagePrice' | 'filledQuantity'>,
  pricePlaces: number,
): Decimal | undefined {
  if (average == null || filledQuantity === undefined) return undefined;
  const total = quoteAmount(filledQuantity, average);
  if (fitsPlaces(average, Math.min(pricePlaces, MONEY_PLACES - 1))) return total;
  const digits = /^[1-9]\d*/.exec(filledQuantity)?.[0].length ?? 0;
  return round(total, Math.max(0, MONEY_PLACES - digits), 'half-even');
}

function checkTerms(draft: OrderDraft): CodedError | undefined {
  const isWaiting = mayWait(timeInForceOf(draft));
  const isMarket = draft.orderType === 'market';
  if (!fitsType(draft)) return { code: 'ORDER_TERMS_INVALID' };
  const isPostOnlyLimit = draft.orderType === 'limit' && isWaiting;
  if (draft.isPostOnly === true && !isPostOnlyLimit) return { code: 'ORDER_TERMS_INVALID' };
  const mayHaveTotal = isMarket && draft.side === 'buy' && (draft.maxTotal === undefined || isPositive(draft.maxTotal));
  if (draft.maxTotal !== undefined && !mayHaveTotal) return { code: 'ORDER_TERMS_INVALID' };
  if (draft.maxSlippage === undefined) return undefined;
  return isMarketType(draft.orderType) ? checkMaxSlippage(draft.maxSlippage) : { code: 'ORDER_TERMS_INVALID' };
}

/** Whether an order of this type may have its time in force, and has what both need. */
function fitsType(draft: OrderDraft): boolean {
  const { orderType, expiry, trail } = draft;
  const timeInForce = timeInForceOf(draft);
  const isWaiting = mayWait(timeInForce);
  const mayHaveTime = orderType === 'market' ? !isWaiting : isWaiting || !isMarketType(orderType);
  const hasExpiry = expiry !== undefined;
  const hasTrail = trail !== undefined;
  return mayHaveTime && hasExpiry === (timeInForce === 'gtd') && hasTrail === (orderType === 'trailing_stop');
}

function checkExpiry({ expiry }: OrderDraft): CodedError | undefined {
  if (expiry === undefined) return undefined;
  const leftMs = Date.parse(expiry.at) - Date.parse(expiry.now);
  const isWithin = leftMs > 0 && leftMs <= EXPIRY_DAYS_MAX * DAY_MS;
  return isWithin ? undefined : { code: 'EXPIRY_OUT_OF_RANGE', params: { days: EXPIRY_DAYS_MAX } };
}

/** Checks that there is one distance, and its size: that of an amount as a part of `price`. */
function checkTrailDistance(
  { fraction, amount }: Trail,
  price: Decimal | undefined,
  pricePrecision: number,
): CodedError | undefined {
  if (fraction !== undefined && amount !== undefined) return { code: 'ORDER_TERMS_INVALID' };
  const distance = fraction ?? amount;
  if (distance === undefined) return { code: 'ORDER_TERMS_INVALID' };
  const whole = fraction === undefined ? (price ?? ZERO) : decimal('1');
  const isWithin =
    compare(distance, multiply(whole, TRAIL_LEAST)) >= 0 && compare(distance, multiply(whole, TRAIL_MOST)) <= 0;
  if (isWithin && fitsPlaces(distance, fraction === undefined ? pricePrecision : TRAIL_PLACES)) return undefined;
  return {
    code: 'TRAIL_OUT_OF_RANGE',
    params: { min: multiply(TRAIL_LEAST, HUNDRED), max: multiply(TRAIL_MOST, HUNDRED) },
  };
}

function checkTrail(
  { side, trail }: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  if (trail === undefined) return undefined;
  const { activationPrice } = trail;
  const ofDistance = checkTrailDistance(trail, activationPrice ?? referencePrice, terms.pricePrecision);
  if (ofDistance !== undefined || activationPrice === undefined) return ofDistance;
  const ofPrice = checkPriceValue(activationPrice, terms.pricePrecision);
  if (ofPrice !== undefined || referencePrice === undefined) return ofPrice;
  const direction = stopDirection(activationPrice, referencePrice);
  return direction === (side === 'sell' ? 'rise' : 'fall') ? undefined : { code: 'ACTIVATION_PRICE_REACHED' };
}

function checkStopPrice(
  { orderType, stopPrice }: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  if (orderType !== 'stop_limit' && orderType !== 'stop_market')
    return stopPrice === undefined ? undefined : { code: 'ORDER_TERMS_INVALID' };
  if (stopPrice === undefined || !isPositive(stopPrice)) return { code: 'STOP_PRICE_REQUIRED' };
  if (compare(stopPrice, PRICE_MAX) > 0) return { code: 'PRICE_OUT_OF_RANGE', params: { max: PRICE_MAX } };
  if (!fitsPlaces(stopPrice, terms.pricePrecision))
    return { code: 'STOP_PRICE_PRECISION', params: { places: terms.pricePrecision } };
  const isThere = referencePrice !== undefined && stopDirection(stopPrice, referencePrice) === undefined;
  return isThere ? { code: 'STOP_PRICE_REACHED' } : undefined;
}

/**
 * Prevents trades far from the market by typing errors. A stop-limit order trades near its stop price, so it is checked
 * against that.
 */
function checkBand(
  { side, orderType, price, stopPrice }: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  const limit = bandLimit(side, terms, orderType === 'stop_limit' ? stopPrice : referencePrice);
  if (isMarketType(orderType) || price === undefined || limit === undefined) return undefined;
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
  return isMarketType(orderType) ? undefined : checkPriceValue(price, terms.pricePrecision);
}

function checkPriceValue(price: Decimal | undefined, places: number): CodedError | undefined {
  if (price === undefined || !isPositive(price)) return { code: 'PRICE_REQUIRED' };
  if (compare(price, PRICE_MAX) > 0) return { code: 'PRICE_OUT_OF_RANGE', params: { max: PRICE_MAX } };
  return fitsPlaces(price, places) ? undefined : { code: 'PRICE_PRECISION', params: { places } };
}

function checkNotional(
  draft: OrderDraft,
  terms: MarketTerms,
  referencePrice: Decimal | undefined,
): CodedError | undefined {
  const marketPrice = draft.stopPrice ?? draft.trail?.activationPrice ?? referencePrice;
  const price = isMarketType(draft.orderType) ? marketPrice : draft.price;
  if (price === undefined || draft.quantity === undefined) return undefined;
  const notional = quoteAmount(draft.quantity, price);
  if (compare(notional, terms.minNotional) < 0)
    return { code: 'NOTIONAL_TOO_SMALL', params: { min: terms.minNotional } };
  if (compare(notional, NOTIONAL_MAX) <= 0) return undefined;
  return { code: 'QUANTITY_TOO_LARGE', params: { max: divide(NOTIONAL_MAX, price, terms.quantityPrecision, 'down') } };
}
