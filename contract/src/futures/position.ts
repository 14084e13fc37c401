/**
 * Positions: what they cost, what they are worth at a tick, and at which prices they end (products.md 2.3). Nothing
 * here knows a user, an account or a clock. Money in the quote currency; amounts with 8 places, rounded against who
 * gets them.
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
} from '../money/money.ts';
import type { HouseShares } from '../houseLimits.ts';
import type { FuturesTerms } from './terms.ts';

export type PositionSide = 'long' | 'short';
/** Whether a position stands by its own margin alone, or with all cross positions by the account. */
export type MarginMode = 'isolated' | 'cross';
export type CloseReason = 'user' | 'stop_profit' | 'stop_loss' | 'liquidation' | 'profit_cap' | 'series_ended';

/** A position as the rules see it. */
export type Position = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly lots: number;
  /** Of the base currency. */
  readonly quantity: Decimal;
  /** With the spread. */
  readonly openPrice: Decimal;
  /** Margin at opening: what rates are measured by. */
  readonly originMargin: Decimal;
  /** Margin now: with what was added, without what nights took. */
  readonly margin: Decimal;
  /** What the house has set aside for it: the most that it wins. */
  readonly reserve: Decimal;
  readonly stopProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly terms: Pick<FuturesTerms, 'closeOutLevel' | 'pricePrecision'>;
};

/** Of the house's capital for contracts that reserves may take at most. */
export const CONTRACT_SHARES = { order: '2', user: '5', side: '20', all: '80' } as const satisfies HouseShares;

/** What opening so many lots costs. */
export type OpeningMoney = Pick<Position, 'quantity' | 'reserve'> & {
  readonly notional: Decimal;
  readonly margin: Decimal;
  readonly fee: Decimal;
};

const HUNDREDTH = decimal('0.01');
// The database's numbers have 18.
const TRIGGER_PLACES = 18;
const RATE_PLACES = 4;

/** The price at which a side opens at a tick. */
export function openPriceAt(side: PositionSide, tick: Decimal, spread: Decimal): Decimal {
  return side === 'long' ? add(tick, spread) : subtract(tick, spread);
}

/** What so many lots cost at an open price: margin and fee rounded up. */
export function openingMoney(
  order: { readonly side: PositionSide; readonly lots: number; readonly leverage: number; readonly openPrice: Decimal },
  terms: Pick<FuturesTerms, 'lot' | 'feeRate' | 'profitCap'>,
): OpeningMoney {
  const quantity = multiply(decimal(String(order.lots)), terms.lot);
  const notional = multiply(order.openPrice, quantity);
  const margin = divide(notional, decimal(String(order.leverage)), MONEY_PLACES, 'up');
  const fee = round(percentOf(notional, terms.feeRate), MONEY_PLACES, 'up');
  return { quantity, notional, margin, fee, reserve: reserveOf({ side: order.side, margin, notional }, terms) };
}

/** The most that a position wins, which the house sets aside: a short wins no more than its notional. */
export function reserveOf(
  { side, margin, notional }: { readonly side: PositionSide; readonly margin: Decimal; readonly notional: Decimal },
  { profitCap }: Pick<FuturesTerms, 'profitCap'>,
): Decimal {
  const capped = multiply(profitCap, margin);
  return round(side === 'short' ? min(capped, notional) : capped, MONEY_PLACES, 'down');
}

type Held = Pick<Position, 'side' | 'quantity' | 'openPrice'>;

/** Won or lost at a price, exact and without the cap. Never times the leverage, which the quantity has in it. */
export function profitAt({ side, quantity, openPrice }: Held, price: Decimal): Decimal {
  const moved = side === 'long' ? subtract(price, openPrice) : subtract(openPrice, price);
  return multiply(moved, quantity);
}

/** What closing at a price comes to: rounded down, and no more than the reserve. */
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
  const hundredfold = multiply(equity, decimal('100'));
  return divide(hundredfold, originMargin, RATE_PLACES, isNegative(equity) ? 'up' : 'down');
}

/** The equity at which a position is closed out, exact. `level` is in percent of the margin at opening. */
export function closeOutEquity(originMargin: Decimal, level: Decimal): Decimal {
  return percentOf(originMargin, level);
}

/** Whether an isolated position's equity is at a level, or below it. */
export function isAtLevel(
  position: Held & Pick<Position, 'margin' | 'originMargin'>,
  price: Decimal,
  level: Decimal,
): boolean {
  return compare(equityAt(position, price), closeOutEquity(position.originMargin, level)) <= 0;
}

/**
 * The price at which an isolated position is closed out: to the price's precision away from harm, so that no tick
 * before it closes. Undefined where no price does.
 */
export function liquidationPrice(position: Position): Decimal | undefined {
  const { margin, originMargin, terms } = position;
  return priceAfterLoss(position, {
    loss: subtract(margin, closeOutEquity(originMargin, terms.closeOutLevel)),
    places: terms.pricePrecision,
    rounding: 'away',
  });
}

/** The price at which margin and loss are equal, rounded as {@link liquidationPrice}. */
export function bankruptcyPrice(position: Position): Decimal | undefined {
  return priceAfterLoss(position, { loss: position.margin, places: position.terms.pricePrecision, rounding: 'away' });
}

/** The price at which a position has won all that it can: the first one of the price's precision. */
export function profitCapPrice(position: Position): Decimal | undefined {
  const { reserve, terms } = position;
  return priceAfterLoss(position, { loss: negate(reserve), places: terms.pricePrecision, rounding: 'near' });
}

/**
 * Where a position has lost an amount (won a negative one). `away` rounds to where the loss is the same or more, `near`
 * to where the win is. Undefined where no price above zero does.
 */
export function priceAfterLoss(
  { side, quantity, openPrice }: Held,
  { loss, places, rounding }: { readonly loss: Decimal; readonly places: number; readonly rounding: 'away' | 'near' },
): Decimal | undefined {
  // Less by as much for a long, more for a short.
  const isDown = (side === 'long') === (rounding === 'away');
  const numerator =
    side === 'long' ? subtract(multiply(openPrice, quantity), loss) : add(multiply(openPrice, quantity), loss);
  if (!isPositive(numerator)) return undefined;
  const price = divide(numerator, quantity, places, isDown ? 'down' : 'up');
  return isPositive(price) ? price : undefined;
}

/** What a midnight takes: of the quantity at the last tick before it, rounded up. */
export function overnightFee(quantity: Decimal, price: Decimal, overnightRate: Decimal): Decimal {
  return round(percentOf(multiply(quantity, price), overnightRate), MONEY_PLACES, 'up');
}

/**
 * Why a position closes at a price, leaving its account aside; undefined when it does not. Whether a cross position is
 * closed out is for its account to say ({@link isCrossClosedOut}), between stop loss and stop profit.
 */
export function closeReasonAt(position: Position, price: Decimal): CloseReason | undefined {
  if (isStopLossAt(position, price)) return 'stop_loss';
  if (position.mode === 'isolated' && isAtLevel(position, price, position.terms.closeOutLevel)) return 'liquidation';
  return winningReasonAt(position, price);
}

/** Whether a tick closes a position because its owner asked for that before: the first one from the request on. */
export function isClosingAt({ closingFrom }: { readonly closingFrom?: string | null }, at: string): boolean {
  return closingFrom != null && at >= closingFrom;
}

/** Whether a price has reached the stop loss. */
export function isStopLossAt({ side, stopLoss }: Pick<Position, 'side' | 'stopLoss'>, price: Decimal): boolean {
  return stopLoss !== null && isBehind(side, price, stopLoss);
}

/** Whether a price closes a position with what it has won: at its stop profit, or at the most that it wins. */
export function winningReasonAt(position: Position, price: Decimal): 'stop_profit' | 'profit_cap' | undefined {
  const { side, stopProfit, reserve } = position;
  if (stopProfit !== null && isBehind(opposite(side), price, stopProfit)) return 'stop_profit';
  return compare(profitAt(position, price), reserve) >= 0 ? 'profit_cap' : undefined;
}

/** Whether a pending order opens at a tick: its open price is the target or better. */
export function isTargetReached(
  { side, targetPrice }: { readonly side: PositionSide; readonly targetPrice: Decimal },
  tick: Decimal,
  spread: Decimal,
): boolean {
  return isBehind(side, openPriceAt(side, tick, spread), targetPrice);
}

/** Prices of ticks that may touch something: at or below `low`, at or above `high`; null: none does. */
export type Band = { readonly low: Decimal | null; readonly high: Decimal | null };

/**
 * The ticks that may close an isolated position or bring it to `level` (percent of the margin at opening): no tick
 * between the two does.
 */
export function isolatedBand(position: Position, level: Decimal): Band {
  return bandOf(position, subtract(position.margin, closeOutEquity(position.originMargin, level)));
}

/** The same of a position that is looked at again when it has lost so much more than nothing (less than that: won). */
export function bandOf(position: Position, loss: Decimal): Band {
  const { side, stopLoss, stopProfit, reserve } = position;
  const worse = priceAfterLoss(position, { loss, places: TRIGGER_PLACES, rounding: 'near' });
  const better = priceAfterLoss(position, { loss: negate(reserve), places: TRIGGER_PLACES, rounding: 'away' });
  const losing = [worse, stopLoss].filter((price) => price != null);
  const winning = [better, stopProfit].filter((price) => price != null);
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

/** Cuts lots off a position: the closed part's money is rounded down, and the rest keeps the rest. */
export function cutLots(position: Position, lots: number): { readonly part: Position; readonly rest: Position } {
  const shareOf = (amount: Decimal) =>
    divide(multiply(amount, decimal(String(lots))), decimal(String(position.lots)), MONEY_PLACES, 'down');
  // Exact: every quantity is so many lots.
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

/** Whether a price is at a bound or on the side of it that is worse for `side`. */
function isBehind(side: PositionSide, price: Decimal, bound: Decimal): boolean {
  const order = compare(price, bound);
  return side === 'long' ? order <= 0 : order >= 0;
}

function extreme(of: typeof max, prices: readonly Decimal[]): Decimal | null {
  const [first, ...rest] = prices;
  return first === undefined ? null : of(first, ...rest);
}

/** Exact. */
function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return multiply(multiply(amount, percent), HUNDREDTH);
}

/** Zero where nothing is there. */
export const sumOf = (amounts: readonly Decimal[]): Decimal => add(ZERO, ...amounts);
