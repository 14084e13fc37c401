/**
 * Positions: cost, value at a tick, and the prices that end them (docs/product.md 3). No user, account or clock is
 * involved. Money is in the quote currency; amounts have 8 places and are rounded against the receiver.
 */
import {
  add,
  compare,
  decimal,
  divide,
  isNegative,
  isPositive,
  max,
  min,
  multiply,
  negate,
  round,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
  percentOf,
} from '../money/money.ts';
import type { HouseShares } from '../houseLimits.ts';
import type { FuturesTerms } from './terms.ts';

export type PositionSide = 'long' | 'short';
/** Whether its own margin alone backs a position, or the account together with all cross positions. */
export type MarginMode = 'isolated' | 'cross';
export type CloseReason = 'user' | 'stop_profit' | 'stop_loss' | 'liquidation' | 'profit_cap' | 'series_ended';

/** A position as the rules see it. */
export type Position = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: number;
  /** In the base currency. */
  readonly quantity: Decimal;
  /** Including the spread. */
  readonly entryPrice: Decimal;
  /** Margin at opening: the base of rates. */
  readonly originMargin: Decimal;
  /** Current margin: with additions, less overnight fees. */
  readonly margin: Decimal;
  /** House capital reserved for it: the most that it can win. */
  readonly reserve: Decimal;
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly terms: Pick<FuturesTerms, 'liquidationLevel' | 'pricePrecision'>;
};

/** Largest shares of the house's futures capital that reserves may take, in percent. */
export const FUTURES_SHARES = { order: '2', user: '5', side: '20', all: '80' } as const satisfies HouseShares;

/** Cost of opening a number of lots. */
export type OpeningMoney = Pick<Position, 'quantity' | 'reserve'> & {
  readonly notional: Decimal;
  readonly margin: Decimal;
  readonly fee: Decimal;
};

// The database's numbers have 18 places.
const TRIGGER_PLACES = 18;
const RATE_PLACES = 4;

/** The price at which a side opens at a tick. */
export function entryPriceAt(side: PositionSide, tick: Decimal, spread: Decimal): Decimal {
  return side === 'long' ? add(tick, spread) : subtract(tick, spread);
}

/** Cost of opening lots at an entry price: margin and fee rounded up. */
export function openingMoney(
  order: {
    readonly side: PositionSide;
    readonly lots: number;
    readonly leverage: number;
    readonly entryPrice: Decimal;
  },
  terms: Pick<FuturesTerms, 'lot' | 'feeRate' | 'profitCap'>,
): OpeningMoney {
  const quantity = multiply(decimal(String(order.lots)), terms.lot);
  const notional = multiply(order.entryPrice, quantity);
  const margin = divide(notional, decimal(String(order.leverage)), MONEY_PLACES, 'up');
  const fee = round(percentOf(notional, terms.feeRate), MONEY_PLACES, 'up');
  return { quantity, notional, margin, fee, reserve: reserveOf({ side: order.side, margin, notional }, terms) };
}

/** The most that a position can win, which the house reserves: a short wins no more than its notional. */
export function reserveOf(
  { side, margin, notional }: { readonly side: PositionSide; readonly margin: Decimal; readonly notional: Decimal },
  { profitCap }: Pick<FuturesTerms, 'profitCap'>,
): Decimal {
  const capped = multiply(profitCap, margin);
  return round(side === 'short' ? min(capped, notional) : capped, MONEY_PLACES, 'down');
}

type Held = Pick<Position, 'side' | 'quantity' | 'entryPrice'>;

/** Profit or loss at a price, exact and without the cap. The quantity already includes the leverage. */
export function profitAt({ side, quantity, entryPrice }: Held, price: Decimal): Decimal {
  const moved = side === 'long' ? subtract(price, entryPrice) : subtract(entryPrice, price);
  return multiply(moved, quantity);
}

/** Profit of closing at a price: rounded down, and no more than the reserve. */
export function closingProfit(position: Held & Pick<Position, 'reserve'>, price: Decimal): Decimal {
  const profit = profitAt(position, price);
  return min(round(profit, MONEY_PLACES, isNegative(profit) ? 'up' : 'down'), position.reserve);
}

/** Margin and profit at a price, exact. */
export function equityAt(position: Held & Pick<Position, 'margin'>, price: Decimal): Decimal {
  return add(position.margin, profitAt(position, price));
}

/** Equity in percent of the margin at opening: 4 places, rounded down. */
export function rateOf(equity: Decimal, originMargin: Decimal): Decimal {
  const hundredfold = multiply(equity, HUNDRED);
  return divide(hundredfold, originMargin, RATE_PLACES, isNegative(equity) ? 'up' : 'down');
}

/** The equity at which a position is liquidated, exact. `level` is in percent of the margin at opening. */
export function liquidationEquity(originMargin: Decimal, level: Decimal): Decimal {
  return percentOf(originMargin, level);
}

/** Whether an isolated position's equity is at or below a level. */
export function isAtLevel(
  position: Held & Pick<Position, 'margin' | 'originMargin'>,
  price: Decimal,
  level: Decimal,
): boolean {
  return compare(equityAt(position, price), liquidationEquity(position.originMargin, level)) <= 0;
}

/**
 * The price at which an isolated position is liquidated, rounded to the price's precision on the safe side, so that no
 * earlier tick closes. Undefined where no price does.
 */
export function liquidationPrice(position: Position): Decimal | undefined {
  const { margin, originMargin, terms } = position;
  return priceAfterLoss(position, {
    loss: subtract(margin, liquidationEquity(originMargin, terms.liquidationLevel)),
    places: terms.pricePrecision,
    rounding: 'away',
  });
}

/** The price at which the loss equals the margin, rounded as {@link liquidationPrice}. */
export function bankruptcyPrice(position: Position): Decimal | undefined {
  return priceAfterLoss(position, { loss: position.margin, places: position.terms.pricePrecision, rounding: 'away' });
}

/** The first price of the market's precision at which a position wins its cap. */
export function profitCapPrice(position: Position): Decimal | undefined {
  const { reserve, terms } = position;
  return priceAfterLoss(position, { loss: negate(reserve), places: terms.pricePrecision, rounding: 'near' });
}

/**
 * The price at which a position has lost an amount (a negative amount is a win). `away` rounds to where the loss is the
 * same or more, `near` to where it is the same or less. Undefined where no price above zero does.
 */
export function priceAfterLoss(
  { side, quantity, entryPrice }: Held,
  { loss, places, rounding }: { readonly loss: Decimal; readonly places: number; readonly rounding: 'away' | 'near' },
): Decimal | undefined {
  // Down for a long, up for a short.
  const isDown = (side === 'long') === (rounding === 'away');
  const numerator =
    side === 'long' ? subtract(multiply(entryPrice, quantity), loss) : add(multiply(entryPrice, quantity), loss);
  if (!isPositive(numerator)) return undefined;
  const price = divide(numerator, quantity, places, isDown ? 'down' : 'up');
  return isPositive(price) ? price : undefined;
}

/** The overnight fee: of the quantity at the last tick before midnight, rounded up. */
export function overnightFee(quantity: Decimal, price: Decimal, overnightRate: Decimal): Decimal {
  return round(percentOf(multiply(quantity, price), overnightRate), MONEY_PLACES, 'up');
}

/**
 * Why a position closes at a price, leaving its account aside; undefined when it does not. The liquidation of cross
 * positions is decided by the account (`isCrossAtLevel`), between stop loss and take profit.
 */
export function closeReasonAt(position: Position, price: Decimal): CloseReason | undefined {
  if (isStopLossAt(position, price)) return 'stop_loss';
  if (position.mode === 'isolated' && isAtLevel(position, price, position.terms.liquidationLevel)) return 'liquidation';
  return winningReasonAt(position, price);
}

/** Whether a tick closes a position because its owner asked for it: the first tick from the request on. */
export function isClosingAt({ closingFrom }: { readonly closingFrom?: string | null }, at: string): boolean {
  return closingFrom != null && at >= closingFrom;
}

/** Whether a price has reached the stop loss. */
export function isStopLossAt({ side, stopLoss }: Pick<Position, 'side' | 'stopLoss'>, price: Decimal): boolean {
  return stopLoss !== null && isBehind(side, price, stopLoss);
}

/** Whether a price closes a position with a profit: at its take profit or at its cap. */
export function winningReasonAt(position: Position, price: Decimal): 'stop_profit' | 'profit_cap' | undefined {
  const { side, takeProfit, reserve } = position;
  if (takeProfit !== null && isBehind(opposite(side), price, takeProfit)) return 'stop_profit';
  return compare(profitAt(position, price), reserve) >= 0 ? 'profit_cap' : undefined;
}

/** Whether a pending order opens at a tick: its entry price is the target or better. */
export function isTargetReached(
  { side, targetPrice }: { readonly side: PositionSide; readonly targetPrice: Decimal },
  tick: Decimal,
  spread: Decimal,
): boolean {
  return isBehind(side, entryPriceAt(side, tick, spread), targetPrice);
}

/** Ticks that may matter: at or below `low`, at or above `high`; null: none on that side. */
export type Band = { readonly low: Decimal | null; readonly high: Decimal | null };

/**
 * The ticks that may close an isolated position or bring it to `level` (percent of the margin at opening): none between
 * the two does.
 */
export function isolatedBand(position: Position, level: Decimal): Band {
  return bandOf(position, subtract(position.margin, liquidationEquity(position.originMargin, level)));
}

/** The band of a position that must be evaluated when it has lost `loss` (negative: won). */
export function bandOf(position: Position, loss: Decimal): Band {
  const { side, stopLoss, takeProfit, reserve } = position;
  const worse = priceAfterLoss(position, { loss, places: TRIGGER_PLACES, rounding: 'near' });
  const better = priceAfterLoss(position, { loss: negate(reserve), places: TRIGGER_PLACES, rounding: 'away' });
  const losing = [worse, stopLoss].filter((price) => price != null);
  const winning = [better, takeProfit].filter((price) => price != null);
  return side === 'long'
    ? { low: extreme(max, losing), high: extreme(min, winning) }
    : { low: extreme(max, winning), high: extreme(min, losing) };
}

/** The ticks that open a pending order. */
export function pendingBand(
  { side, targetPrice }: { readonly side: PositionSide; readonly targetPrice: Decimal },
  spread: Decimal,
): Band {
  const tick = side === 'long' ? subtract(targetPrice, spread) : add(targetPrice, spread);
  return side === 'long' ? { low: tick, high: null } : { low: null, high: tick };
}

/** Cuts lots off a position: the money of the part is rounded down, and the rest keeps the remainder. */
export function cutLots(position: Position, lots: number): { readonly part: Position; readonly rest: Position } {
  const shareOf = (amount: Decimal) =>
    divide(multiply(amount, decimal(String(lots))), decimal(String(position.lots)), MONEY_PLACES, 'down');
  // Exact: every quantity is a whole number of lots.
  const quantity = divide(
    multiply(position.quantity, decimal(String(lots))),
    decimal(String(position.lots)),
    18,
    'down',
  );
  const part = {
    ...position,
    lots,
    quantity,
    originMargin: shareOf(position.originMargin),
    margin: shareOf(position.margin),
    reserve: shareOf(position.reserve),
  };
  const rest = {
    ...position,
    lots: position.lots - lots,
    quantity: subtract(position.quantity, quantity),
    originMargin: subtract(position.originMargin, part.originMargin),
    margin: subtract(position.margin, part.margin),
    reserve: subtract(position.reserve, part.reserve),
  };
  return { part, rest };
}

/** The other side. */
export function opposite(side: PositionSide): PositionSide {
  return side === 'long' ? 'short' : 'long';
}

/** Whether a price is at a bound or beyond it on the losing side of `side`. */
function isBehind(side: PositionSide, price: Decimal, bound: Decimal): boolean {
  const order = compare(price, bound);
  return side === 'long' ? order <= 0 : order >= 0;
}

function extreme(of: typeof max, prices: readonly Decimal[]): Decimal | null {
  const [first, ...rest] = prices;
  return first === undefined ? null : of(first, ...rest);
}

/** Zero for an empty list. */
export const sumOf = (amounts: readonly Decimal[]): Decimal => add(ZERO, ...amounts);
