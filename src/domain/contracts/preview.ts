/**
 * What an order for a position comes to at a tick, computed on this device by the rules that the exchange applies, from
 * the terms that are sent along. Nothing of it is kept: another tick is another preview.
 */
import {
  add,
  compare,
  decimal,
  isPositive,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { crossLiquidationPrice, freeOf, type CrossAccount } from '@halyard/contract/rules/contracts/cross';
import {
  bankruptcyPrice,
  isTargetReached,
  liquidationPrice,
  openingMoney,
  openPriceAt,
  overnightFee,
  profitCapPrice,
  type MarginMode,
  type OpeningMoney,
  type Position,
  type PositionSide,
} from '@halyard/contract/rules/contracts/position';
import type { ContractTerms } from '@halyard/contract/rules/contracts/terms';

export type PositionDraft = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: number;
  readonly leverage: number;
  /** None: at the market. */
  readonly targetPrice?: Decimal | undefined;
};

export type OpeningPreview = OpeningMoney & {
  /** Whether a limit opens at once because its price is reached. */
  readonly opensNow: boolean;
  readonly openPrice: Decimal;
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

/** How far from the price that was shown a position may open: 0.1 %. */
const WORSE = decimal('0.001');

/** The first open price that is not wanted any more is worse than this. */
export function worstPriceOf(side: PositionSide, openPrice: Decimal, pricePrecision: number): Decimal {
  const step = multiply(openPrice, WORSE);
  return side === 'long'
    ? round(add(openPrice, step), pricePrecision, 'up')
    : round(subtract(openPrice, step), pricePrecision, 'down');
}

/** The position that a draft opens, as the rules see it. */
export function positionOf(draft: PositionDraft, terms: ContractTerms, openPrice: Decimal): Position {
  const money = openingMoney({ ...draft, openPrice }, terms);
  const { quantity, margin, reserve } = money;
  const { side, mode, lots } = draft;
  return {
    side,
    mode,
    lots,
    quantity,
    openPrice,
    originMargin: margin,
    margin,
    reserve,
    stopProfit: null,
    stopLoss: null,
    terms,
  };
}

/** `account`: what the user's cross positions stand by; undefined while that is not known. */
export function previewOf(
  draft: PositionDraft,
  terms: ContractTerms,
  tick: Decimal,
  account: CrossAccount | undefined,
): OpeningPreview {
  const { side, targetPrice } = draft;
  const atMarket = openPriceAt(side, tick, terms.spread);
  const opensNow = targetPrice !== undefined && isTargetReached({ side, targetPrice }, tick, terms.spread);
  const openPrice = targetPrice === undefined || opensNow ? atMarket : targetPrice;
  const money = openingMoney({ ...draft, openPrice }, terms);
  const position = positionOf(draft, terms, openPrice);
  const paid = add(money.margin, money.fee);
  return {
    ...money,
    opensNow,
    openPrice,
    worstPrice: targetPrice ?? worstPriceOf(side, openPrice, terms.pricePrecision),
    liquidationPrice: closeOutPrice(position, openTick(side, openPrice, terms), account && less(account, paid)),
    bankruptcyPrice: bankruptcyPrice(position),
    profitCapPrice: profitCapPrice(position),
    overnight: overnightFee(money.quantity, tick, terms.overnightRate),
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

/** The most lots that a share of what is free pays for, margin and fee together; 0 when it pays for none. */
export function lotsFor(
  { free, percent }: { readonly free: Decimal; readonly percent: number },
  draft: Omit<PositionDraft, 'lots'>,
  terms: ContractTerms,
  tick: Decimal,
): number {
  const most = multiply(multiply(free, decimal(String(percent))), decimal('0.01'));
  const costOf = (lots: number) => {
    const { margin, fee } = previewOf({ ...draft, lots }, terms, tick, undefined);
    return add(margin, fee);
  };
  // Halving: the cost grows with the lots, and rounding makes it no exact multiple of one lot's.
  let [fits, tooMany] = [0, terms.maxLots + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (compare(costOf(middle), most) <= 0) fits = middle;
    else tooMany = middle;
  }
  return fits < terms.minLots ? 0 : fits;
}

/** The tick at which a position opens at a price. */
function openTick(side: PositionSide, openPrice: Decimal, { spread }: ContractTerms): Decimal {
  return openPriceAt(side, openPrice, negate(spread));
}

/** The account without what was paid out of it, never below nothing. */
function less({ balance, marked }: CrossAccount, paid: Decimal): CrossAccount {
  const left = subtract(balance, paid);
  return { balance: isPositive(left) ? left : ZERO, marked };
}
