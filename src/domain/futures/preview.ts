/**
 * Preview of an order at a tick, computed by the rules of the exchange from the terms that the order is sent with.
 * Recomputed for every tick, never stored.
 */
import { crossLiquidationPrice, freeOf, type CrossAccount } from '@halyard/contract/futures/account';
import { add, compare, decimal, isPositive, subtract, ZERO, type Decimal, percentOf } from '@halyard/contract/money';
import {
  checkLeverage,
  draftOrder,
  worstPriceOf,
  type DraftedOrder,
  type PositionOrder,
} from '@halyard/contract/futures/order';
import {
  bankruptcyPrice,
  liquidationPrice,
  overnightFee,
  profitCapPrice,
  type Position,
} from '@halyard/contract/futures/position';
import type { FuturesTerms } from '@halyard/contract/futures/terms';

export type OpeningPreview = DraftedOrder & {
  /** The worst acceptable entry price; for a limit order, its price. */
  readonly worstPrice: Decimal;
  /** Undefined: never liquidated. */
  readonly liquidationPrice: Decimal | undefined;
  readonly bankruptcyPrice: Decimal | undefined;
  readonly profitCapPrice: Decimal | undefined;
  /** Overnight fee of one night at this tick. */
  readonly overnight: Decimal;
  /** Negative: the missing amount. Undefined while the account is unknown. */
  readonly freeAfter: Decimal | undefined;
};

/** `account`: the account behind the user's cross positions; undefined while unknown. */
export function previewOf(
  order: PositionOrder,
  terms: FuturesTerms,
  tick: Decimal,
  account: CrossAccount | undefined,
): OpeningPreview {
  const draft = draftOrder(order, tick, terms);
  const { position, entryPrice, margin, fee, quantity } = draft;
  const paid = add(margin, fee);
  return {
    ...draft,
    worstPrice: order.targetPrice ?? worstPriceOf(order.side, entryPrice, terms.pricePrecision),
    liquidationPrice: liquidationOf(position, entryPrice, account && less(account, paid)),
    bankruptcyPrice: bankruptcyPrice(position),
    profitCapPrice: profitCapPrice(position),
    overnight: overnightFee(quantity, tick, terms.overnightRate),
    freeAfter: account && subtract(freeOf(account), paid),
  };
}

/** Liquidation price: from the position's own margin, or from the cross account, given without this position. */
export function liquidationOf(
  position: Position,
  price: Decimal,
  others: CrossAccount | undefined,
): Decimal | undefined {
  if (position.mode === 'isolated') return liquidationPrice(position);
  if (others === undefined) return undefined;
  const marked = { position, price };
  return crossLiquidationPrice({ balance: others.balance, marked: [...others.marked, marked] }, marked);
}

/**
 * The most lots that a share of the free balance pays for, margin and fee included, within the leverage limit of the
 * market and the limit without verification; 0 when it pays for none.
 */
export function lotsFor(
  { free, percent, notional: other, exposureLeft }: Affordable,
  order: Omit<PositionOrder, 'lots'>,
  terms: FuturesTerms,
  tick: Decimal,
): number {
  const most = percentOf(free, decimal(String(percent)));
  const isTaken = (lots: number) => {
    const draft = draftOrder({ ...order, lots }, tick, terms);
    const { margin, fee, notional } = draft;
    const wrong = checkLeverage({ leverage: order.leverage, lots }, { notional, other }, terms);
    const isWithin = exposureLeft === undefined || compare(exposureOf(draft), exposureLeft) <= 0;
    return wrong === undefined && isWithin && compare(add(margin, fee), most) <= 0;
  };
  // Binary search: cost grows with lots, but rounding makes it no exact multiple of one lot's cost.
  let [fits, tooMany] = [0, terms.maxLots + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (isTaken(middle)) fits = middle;
    else tooMany = middle;
  }
  return fits < terms.minLots ? 0 : fits;
}

type Affordable = {
  readonly free: Decimal;
  readonly percent: number;
  /** Notional value that the user already has in the market. */
  readonly notional: Decimal;
  /** Remaining limit without verification; undefined: no limit. */
  readonly exposureLeft?: Decimal | undefined;
};

/** Open exposure that an order adds. A waiting order also holds its fee. */
export function exposureOf({ opensNow, margin, fee }: DraftedOrder): Decimal {
  return opensNow ? margin : add(margin, fee);
}

/** The account minus a payment, never below zero. */
function less({ balance, marked }: CrossAccount, paid: Decimal): CrossAccount {
  const left = subtract(balance, paid);
  return { balance: isPositive(left) ? left : ZERO, marked };
}
