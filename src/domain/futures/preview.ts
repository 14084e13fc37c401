/**
 * What an order for a position comes to at a tick, computed on this device by the rules that the exchange applies, from
 * the terms that are sent along. Nothing of it is kept: another tick is another preview.
 */
import { add, compare, decimal, isPositive, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { crossLiquidationPrice, freeOf, type CrossAccount } from '@halyard/contract/futures/cross';
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
  /** The worst open price that is still wanted; of a limit, its price. */
  readonly worstPrice: Decimal;
  /** Undefined: none. */
  readonly liquidationPrice: Decimal | undefined;
  readonly bankruptcyPrice: Decimal | undefined;
  readonly profitCapPrice: Decimal | undefined;
  /** Of one night at this tick. */
  readonly overnight: Decimal;
  /** Below zero: that much is missing. Undefined while the account is not known. */
  readonly freeAfter: Decimal | undefined;
};

/** `account`: what the user's cross positions stand by; undefined while that is not known. */
export function previewOf(
  order: PositionOrder,
  terms: FuturesTerms,
  tick: Decimal,
  account: CrossAccount | undefined,
): OpeningPreview {
  const draft = draftOrder(order, tick, terms);
  const { position, openPrice, margin, fee, quantity } = draft;
  const paid = add(margin, fee);
  return {
    ...draft,
    worstPrice: order.targetPrice ?? worstPriceOf(order.side, openPrice, terms.pricePrecision),
    liquidationPrice: closeOutPrice(position, openPrice, account && less(account, paid)),
    bankruptcyPrice: bankruptcyPrice(position),
    profitCapPrice: profitCapPrice(position),
    overnight: overnightFee(quantity, tick, terms.overnightRate),
    freeAfter: account && subtract(freeOf(account), paid),
  };
}

/**
 * Where a position is closed out: by its own margin, or by the account that the cross ones stand by, which is told
 * without this one.
 */
export function closeOutPrice(
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
 * The most lots that a share of what is free pays for, margin and fee together, that the leverage allows beside what
 * the user has in the market already, and that the limit without verification leaves; 0 when it pays for none.
 */
export function lotsFor(
  { free, percent, notional: other, exposureLeft }: Affordable,
  order: Omit<PositionOrder, 'lots'>,
  terms: FuturesTerms,
  tick: Decimal,
): number {
  const most = multiply(multiply(free, decimal(String(percent))), decimal('0.01'));
  const isTaken = (lots: number) => {
    const draft = draftOrder({ ...order, lots }, tick, terms);
    const { margin, fee, notional } = draft;
    const wrong = checkLeverage({ leverage: order.leverage, lots }, { notional, other }, terms);
    const isWithin = exposureLeft === undefined || compare(exposureOf(draft), exposureLeft) <= 0;
    return wrong === undefined && isWithin && compare(add(margin, fee), most) <= 0;
  };
  // Halving: the cost grows with the lots, and rounding makes it no exact multiple of one lot's.
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
  /** Of what the user has in the market already. */
  readonly notional: Decimal;
  /** Of the limit without verification; undefined: no limit. */
  readonly exposureLeft?: Decimal | undefined;
};

/** The open exposure that an order adds. A waiting order holds its fee too. */
export function exposureOf({ opensNow, margin, fee }: DraftedOrder): Decimal {
  return opensNow ? margin : add(margin, fee);
}

/** The account without what was paid out of it, never below nothing. */
function less({ balance, marked }: CrossAccount, paid: Decimal): CrossAccount {
  const left = subtract(balance, paid);
  return { balance: isPositive(left) ? left : ZERO, marked };
}
