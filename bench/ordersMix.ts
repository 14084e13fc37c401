/**
 * The orders that the benchmark places, prepared before any clock runs. Prices are fractions of the market's price, so
 * that every contestant gets the same mix.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Market } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { placeOrder, type OrderRequest } from '@halyard/contract/spot/mutationCalls';
import { decimal, divide, multiply, round, type Decimal } from '@halyard/contract/money';
import { wireFields } from '@halyard/contract/testing/httpCaller';

/** An order without a market: `factor` is missing for a market order. */
export type MixOrder = {
  readonly side: Side;
  readonly factor: number | undefined;
  /** Quote value. */
  readonly notional: number;
};

/** The market for the orders. */
export type Place = Pick<Market, 'baseId' | 'quoteId' | 'pricePrecision' | 'quantityPrecision'> & {
  readonly price: Decimal;
};

const BASIS_POINT = 0.0001;
const [NOTIONAL_MIN, NOTIONAL_MAX] = [50, 500];

/**
 * Four in ten near the price, where they meet the ladder and each other, six so far away that they wait. Sides
 * alternate.
 */
export function limitOrder(index: number): MixOrder {
  const isNear = randomInt(10) < 4;
  return isNear ? at(index, randomInt(-2, 3)) : restingOrder(index);
}

/** Waits between 0.3 and 4 % away from the price. Sides alternate. */
export function restingOrder(index: number): MixOrder {
  return at(index, randomInt(30, 400) * (sideOf(index) === 'buy' ? -1 : 1));
}

/** Takes the available liquidity. Sides alternate. */
export function marketOrder(index: number): MixOrder {
  return { side: sideOf(index), factor: undefined, notional: randomInt(NOTIONAL_MIN, NOTIONAL_MAX) };
}

/** The form that places the order. */
export function formOf(order: MixOrder, place: Place): string {
  return new URLSearchParams(wireFields(placeOrder, requestOf(order, place))).toString();
}

/** The request that places the order, with an id of its own. */
export function requestOf({ side, factor, notional }: MixOrder, place: Place): OrderRequest {
  const { baseId, quoteId, price, pricePrecision, quantityPrecision } = place;
  const quantity = divide(decimal(String(notional)), price, quantityPrecision, 'up');
  const base = { baseId, quoteId, side, quantity, clientRequestId: randomUUID() } as const;
  if (factor === undefined) return { ...base, orderType: 'market' };
  const limit = round(multiply(price, decimal(factor.toFixed(4))), pricePrecision, 'half-even');
  return { ...base, orderType: 'limit', price: limit };
}

function at(index: number, points: number): MixOrder {
  return {
    side: sideOf(index),
    factor: 1 + points * BASIS_POINT,
    notional: randomInt(NOTIONAL_MIN, NOTIONAL_MAX),
  };
}

function sideOf(index: number): Side {
  return index % 2 === 0 ? 'buy' : 'sell';
}
