/** Previews and checks of orders for positions (docs/product.md 3). Both sides apply them. */
import type { CodedError } from '../errors.ts';
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  isPositive,
  multiply,
  subtract,
  toModelNumber,
  type Decimal,
} from '../money/money.ts';
import {
  isTargetReached,
  openingMoney,
  entryPriceAt,
  type MarginMode,
  type OpeningMoney,
  type Position,
  type PositionSide,
} from './position.ts';
import { leveragesFor, type FuturesTerms } from './terms.ts';

/** Input of an order. */
export type PositionOrder = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: number;
  readonly leverage: number;
  /** Null: at the market. */
  readonly targetPrice: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
};

/** An order at a tick. */
export type DraftedOrder = OpeningMoney & {
  /** Whether it opens at this tick; otherwise it waits. */
  readonly opensNow: boolean;
  /** Of the tick where it opens now, else the target. */
  readonly entryPrice: Decimal;
  /** The position after opening. */
  readonly position: Position;
};

/** Tolerance of the entry price against the shown price, as a fraction. */
export const WORST_PRICE_PART = decimal('0.001');

/** Drafts an order at a tick. */
export function draftOrder(order: PositionOrder, tick: Decimal, terms: FuturesTerms): DraftedOrder {
  const { side, mode, lots, leverage, targetPrice, takeProfit, stopLoss } = order;
  const opensNow = targetPrice === null || isTargetReached({ side, targetPrice }, tick, terms.spread);
  const entryPrice = opensNow ? entryPriceAt(side, tick, terms.spread) : targetPrice;
  const money = openingMoney({ side, lots, leverage, entryPrice }, terms);
  const { quantity, margin, reserve } = money;
  const position = {
    side,
    mode,
    lots,
    quantity,
    entryPrice,
    margin,
    reserve,
    takeProfit,
    stopLoss,
    terms,
    originMargin: margin,
  };
  return { ...money, opensNow, entryPrice, position };
}

/** The worst acceptable entry price for a shown price, rounded against the user. */
export function worstPriceOf(side: PositionSide, shown: Decimal, places: number): Decimal {
  const off = multiply(shown, WORST_PRICE_PART);
  const bound = side === 'long' ? add(shown, off) : subtract(shown, off);
  return divide(bound, decimal('1'), places, side === 'long' ? 'up' : 'down');
}

/** Whether an entry price is worse than the worst acceptable one. */
export function isWorse(side: PositionSide, entryPrice: Decimal, worst: Decimal): boolean {
  const order = compare(entryPrice, worst);
  return side === 'long' ? order > 0 : order < 0;
}

/** Reads lots as written. Errors: LOTS_REQUIRED, LOTS_INVALID. */
export function readLots(written: string | number | undefined): number | CodedError {
  const text = String(written ?? '').trim();
  if (text === '') return { code: 'LOTS_REQUIRED' };
  const lots = /^\d{1,15}$/.test(text) ? toModelNumber(decimal(text)) : 0;
  return lots > 0 ? lots : { code: 'LOTS_INVALID' };
}

/** Errors: LOTS_TOO_FEW {min, max}, LOTS_TOO_MANY {min, max}. */
export function checkLots(
  lots: number,
  { minLots: min, maxLots: max }: Pick<FuturesTerms, 'minLots' | 'maxLots'>,
): CodedError | undefined {
  if (lots < min) return { code: 'LOTS_TOO_FEW', params: { min, max } };
  return lots > max ? { code: 'LOTS_TOO_MANY', params: { min, max } } : undefined;
}

/**
 * Checks a leverage against the tiers. `notional` is the user's total in the market, this order included. Errors:
 * LEVERAGE_INVALID {choices}; LOTS_TOO_MANY {min, max} beyond the last tier.
 */
export function checkLeverage(
  { leverage, lots }: Pick<PositionOrder, 'lots'> & { readonly leverage: number | undefined },
  { notional, other }: { readonly notional: Decimal; readonly other: Decimal },
  terms: FuturesTerms,
): CodedError | undefined {
  const choices = leveragesFor(terms, add(notional, other));
  if (leverage !== undefined && choices.includes(leverage)) return undefined;
  if (choices.length > 0) return { code: 'LEVERAGE_INVALID', params: { choices: choices.join(', ') } };
  const most = terms.tiers.at(-1)?.notional ?? decimal('0');
  const left = subtract(most, other);
  const max = isPositive(left) ? toModelNumber(divide(multiply(left, decimal(String(lots))), notional, 0, 'down')) : 0;
  return { code: 'LOTS_TOO_MANY', params: { min: terms.minLots, max } };
}

/** Null is a price that cannot be read. Errors: PRICE_REQUIRED, PRICE_PRECISION {places}. */
export function checkPrice(price: Decimal | null | undefined, places: number): CodedError | undefined {
  if (price === null) return { code: 'PRICE_PRECISION', params: { places } };
  if (price === undefined || !isPositive(price)) return { code: 'PRICE_REQUIRED' };
  return fitsPlaces(price, places) ? undefined : { code: 'PRICE_PRECISION', params: { places } };
}

/** Reads a stop as written: missing and 0 clear it, null cannot be read. Errors: PRICE_PRECISION {places}. */
export function readStop(written: Decimal | null | undefined, places: number): Decimal | null | CodedError {
  if (written === undefined || written === '0') return null;
  return written !== null && isPositive(written) ? written : { code: 'PRICE_PRECISION', params: { places } };
}

/**
 * Checks both stops against the current price, or against the target of a pending order. Errors: PRICE_PRECISION
 * {places}, STOP_PROFIT_SIDE {bound}, STOP_LOSS_SIDE {bound}, STOP_LOSS_BEYOND_LIQUIDATION {price}.
 */
export function checkStops(
  { side, takeProfit, stopLoss }: Pick<PositionOrder, 'side' | 'takeProfit' | 'stopLoss'>,
  at: { readonly price: Decimal; readonly liquidation: Decimal | undefined; readonly places: number },
): CodedError | undefined {
  const { price: bound, liquidation, places } = at;
  const inexact = [takeProfit, stopLoss].find((stop) => stop !== null && !fitsPlaces(stop, places));
  if (inexact !== undefined) return { code: 'PRICE_PRECISION', params: { places } };
  const isAbove = (price: Decimal, than: Decimal) => compare(price, than) * (side === 'long' ? 1 : -1) > 0;
  if (takeProfit !== null && !isAbove(takeProfit, bound)) return { code: 'STOP_PROFIT_SIDE', params: { bound } };
  if (stopLoss === null) return undefined;
  if (!isPositive(stopLoss) || !isAbove(bound, stopLoss)) return { code: 'STOP_LOSS_SIDE', params: { bound } };
  if (liquidation === undefined || isAbove(stopLoss, liquidation)) return undefined;
  return { code: 'STOP_LOSS_BEYOND_LIQUIDATION', params: { price: liquidation } };
}

/** The most lots whose reserve fits the house limit. */
export function lotsWithin(
  order: PositionOrder,
  tick: Decimal,
  most: { readonly reserve: Decimal; readonly terms: FuturesTerms },
): number {
  const { reserve, terms } = most;
  const all = draftOrder(order, tick, terms);
  if (!isPositive(all.reserve)) return order.lots;
  const guess = toModelNumber(divide(multiply(reserve, decimal(String(order.lots))), all.reserve, 0, 'down'));
  // Margins are rounded up, so the estimate may be one lot too high.
  const fits = (lots: number) =>
    lots === 0 || compare(draftOrder({ ...order, lots }, tick, terms).reserve, reserve) <= 0;
  return [guess, guess - 1, 0].find((lots) => lots >= 0 && fits(lots)) ?? 0;
}
