/**
 * Matching: pure functions over a market's book.
 *
 * Price-time priority: the best price first, at one price the oldest order first and the house's ladder behind all
 * users. The price is that of the resting side. A user never trades with their own order: when an incoming order meets
 * a resting order of the same user, the rest of the incoming order is cancelled ("cancel newest"). Skipping the resting
 * order would break its priority, and cancelling it would withdraw liquidity that others may rely on.
 */
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { BookLevel } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { compare, isPositive, min, subtract, type Decimal } from '@halyard/contract/money';
import { slippageLimit, tradesAt } from '@halyard/contract/spot/slippage';

/** A waiting order, reduced to the fields that matching needs. */
export type RestingOrder = {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly price: Decimal;
  /** Unfilled, in the base currency. */
  readonly remaining: Decimal;
};

/**
 * An incoming order. Without a limit price it takes any price; with a cap, any price within this fraction of the first.
 */
export type IncomingOrder = {
  readonly userId: UserId;
  readonly side: Side;
  readonly quantity: Decimal;
  readonly limitPrice: Decimal | undefined;
  readonly maxSlippage: Decimal | undefined;
};

/** One trade. Without a resting order the ladder is the counterparty. */
export type Execution = {
  readonly restingId: OrderId | undefined;
  readonly price: Decimal;
  readonly quantity: Decimal;
};

export type MatchResult = {
  readonly executions: readonly Execution[];
  /** Unfilled quantity of the incoming order. */
  readonly remaining: Decimal;
  /** Whether matching stopped at an order of the same user. */
  readonly hasMetOwnOrder: boolean;
  /** Whether matching stopped at a price beyond the cap. */
  readonly hasMetCap: boolean;
};

/**
 * Matches an incoming order with the other side of the book: user orders in price-time order, ladder levels best first.
 */
export function matchIncoming(
  incoming: IncomingOrder,
  resting: readonly RestingOrder[],
  ladder: readonly BookLevel[],
): MatchResult {
  const executions: Execution[] = [];
  const users = resting.values();
  const levels = ladder.values();
  let user = users.next().value;
  let level = levels.next().value;
  let { quantity: remaining, limitPrice } = incoming;
  const { side, userId, maxSlippage } = incoming;
  let hasMetOwnOrder = false;
  let hasMetCap = false;
  while (isPositive(remaining)) {
    const isUserFirst = user !== undefined && (level === undefined || !isBetter(side, level[0], user.price));
    const offer = isUserFirst ? userOffer(user) : ladderOffer(level);
    if (offer === undefined) break;
    if (maxSlippage !== undefined) limitPrice ??= slippageLimit(side, offer.price, maxSlippage);
    if (!tradesAt(side, limitPrice, offer.price)) {
      hasMetCap = maxSlippage !== undefined;
      break;
    }
    hasMetOwnOrder = offer.userId === userId;
    if (hasMetOwnOrder) break;
    const quantity = min(remaining, offer.quantity);
    executions.push({ restingId: offer.restingId, price: offer.price, quantity });
    remaining = subtract(remaining, quantity);
    if (isUserFirst) user = users.next().value;
    else level = levels.next().value;
  }
  return { executions, remaining, hasMetOwnOrder, hasMetCap };
}

/**
 * Fills waiting orders from a ladder that has crossed them: each order in price-time order, at its own price, for as
 * long as the ladder's best level is within that price. `side` is the side of the orders.
 */
export function sweepResting(
  side: Side,
  resting: readonly RestingOrder[],
  ladder: readonly BookLevel[],
): readonly Execution[] {
  const executions: Execution[] = [];
  const levels = ladder.map(([price, quantity]) => ({ price, quantity }));
  for (const order of resting) {
    let { remaining } = order;
    for (const level of levels) {
      if (!isPositive(remaining) || isBetter(side, order.price, level.price)) break;
      const quantity = min(remaining, level.quantity);
      remaining = subtract(remaining, quantity);
      level.quantity = subtract(level.quantity, quantity);
    }
    const filled = subtract(order.remaining, remaining);
    if (!isPositive(filled)) break;
    executions.push({ restingId: order.id, price: order.price, quantity: filled });
  }
  return executions;
}

/** Whether `price` is better than `other` for an order of this side. */
function isBetter(side: Side, price: Decimal, other: Decimal): boolean {
  return side === 'buy' ? compare(price, other) < 0 : compare(price, other) > 0;
}

type Offer = Execution & { readonly userId: UserId | undefined };

function userOffer(order: RestingOrder | undefined): Offer | undefined {
  if (order === undefined) return undefined;
  return { restingId: order.id, userId: order.userId, price: order.price, quantity: order.remaining };
}

function ladderOffer(level: BookLevel | undefined): Offer | undefined {
  return level && { restingId: undefined, userId: undefined, price: level[0], quantity: level[1] };
}
