/**
 * Convert: quotes of an amount of one coin in another one, at a price that is fixed for {@link QUOTE_VALID_MS}
 * (docs/product.md 1.8). Pure: the server quotes, checks and executes by it.
 */
import type { CodedError } from '../errors.ts';
import type { CurrencyId, MarketId } from '../ids.ts';
import {
  absolute,
  add,
  compare,
  decimal,
  DECIMAL_PLACES_MAX,
  divide,
  fitsPlaces,
  isPositive,
  min,
  MONEY_PLACES,
  multiply,
  ONE,
  round,
  subtract,
  ZERO,
  type Decimal,
  shareInPercent,
} from '../money/money.ts';
import type { Side } from '../spot/calls.ts';

/** How long a quote is valid. */
export const QUOTE_VALID_MS = 10_000;
/** The currency between two coins without a market of their own. */
export const BETWEEN = 'USDT';
/** The smallest and the largest amount of a convert, in USDT at the last price. */
export const MIN_VALUE = decimal('1');
export const MAX_VALUE = decimal('50000');
/** A balance that is worth less, in USDT at the last price, is small. */
export const SMALL_VALUE = decimal('5');
/** The price of each market may move by this fraction before a quote is refused. */
export const MARGIN = decimal('0.001');
/** On live prices: the fraction that a quote adds per second between an order and the price that it meets. */
const GUARD_PER_SECOND = decimal('0.001');
/** On live prices nothing is quoted or executed at an older price. */
export const LIVE_AGE_MS = 3000;
/** The largest share of what the house has of a currency that one convert takes. */
const HOUSE_SHARE = decimal('0.1');
/** Places of a quoted price beyond those of its market. */
const MORE_PLACES = 6;
const PERCENT_PLACES = 2;
const THOUSAND = decimal('1000');

/** A market, as far as a quote needs it. */
export type ConvertMarket = {
  readonly id: MarketId;
  readonly baseId: CurrencyId;
  readonly quoteId: CurrencyId;
  readonly lastPrice: Decimal;
  readonly pricePrecision: number;
  /** Fractions of the price. */
  readonly halfSpread: Decimal;
  readonly takerFeeRate: Decimal;
  /** On live prices, the time between an order and the price that it meets; else 0. */
  readonly entryDelayMs: number;
};

/** A market and the side of the user in it. */
export type Step = { readonly market: ConvertMarket; readonly side: Side };

/** A sale or a purchase of a convert, at its quoted price. */
export type Leg = {
  readonly marketId: MarketId;
  readonly baseId: CurrencyId;
  readonly quoteId: CurrencyId;
  readonly side: Side;
  readonly price: Decimal;
  /** The last price at the quote. */
  readonly lastPrice: Decimal;
  readonly baseAmount: Decimal;
  readonly quoteAmount: Decimal;
};

export type ConvertTerms = {
  readonly legs: readonly Leg[];
  readonly received: Decimal;
  /** Received for one unit. */
  readonly rate: Decimal;
  /** The distance from the last prices in percent of what they would give, rounded up. */
  readonly spread: Decimal;
};

/**
 * The way from one currency to another: their market, or the markets of both against {@link BETWEEN}. `undefined` when
 * a market is missing.
 */
export function stepsBetween(
  markets: readonly ConvertMarket[],
  way: { readonly fromId: CurrencyId; readonly toId: CurrencyId; readonly betweenId: CurrencyId },
): readonly Step[] | undefined {
  const { fromId, toId, betweenId } = way;
  const direct = stepOf(markets, fromId, toId);
  if (direct !== undefined) return [direct];
  const [first, second] = [stepOf(markets, fromId, betweenId), stepOf(markets, betweenId, toId)];
  return first === undefined || second === undefined ? undefined : [first, second];
}

/**
 * The distance of a quoted price from the last one, as a fraction: what an order costs (half spread and taker fee), the
 * {@link MARGIN}, and on live prices a guard for the time in which users may know the next price.
 */
export function spreadOf({
  halfSpread,
  takerFeeRate,
  entryDelayMs,
}: Pick<ConvertMarket, 'halfSpread' | 'takerFeeRate' | 'entryDelayMs'>): Decimal {
  const seconds = divide(decimal(String(entryDelayMs)), THOUSAND, 3, 'up');
  return add(halfSpread, takerFeeRate, MARGIN, multiply(GUARD_PER_SECOND, seconds));
}

/**
 * The terms of converting an amount; what each leg receives is rounded down at {@link MONEY_PLACES}. `undefined` when
 * nothing would be received.
 */
export function convertTerms(amount: Decimal, steps: readonly Step[]): ConvertTerms | undefined {
  const legs: Leg[] = [];
  let received = amount;
  let fair = amount;
  for (const step of steps) {
    const leg = legOf(step, received);
    received = step.side === 'sell' ? leg.quoteAmount : leg.baseAmount;
    if (!isPositive(received)) return undefined;
    fair = atPrice(step, fair, step.market.lastPrice, DECIMAL_PLACES_MAX);
    legs.push(leg);
  }
  return {
    legs,
    received,
    rate: divide(received, amount, DECIMAL_PLACES_MAX, 'half-even'),
    spread: isPositive(fair) ? shareInPercent(subtract(fair, received), fair, PERCENT_PLACES, 'up') : ZERO,
  };
}

/** The smallest and the largest amount. `price`: USDT for one unit of the coin. */
export function convertRange(price: Decimal) {
  return {
    min: divide(MIN_VALUE, price, MONEY_PLACES, 'up'),
    max: divide(MAX_VALUE, price, MONEY_PLACES, 'down'),
  };
}

/** The first error of an amount. `price`: USDT for one unit of the coin. */
export function checkConvertAmount(amount: Decimal | undefined, price: Decimal): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  if (!fitsPlaces(amount, MONEY_PLACES)) return { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
  const range = convertRange(price);
  if (compare(amount, range.min) < 0) return { code: 'AMOUNT_TOO_SMALL', params: range };
  if (compare(amount, range.max) > 0) return { code: 'AMOUNT_TOO_LARGE', params: range };
  return undefined;
}

/** Whether a balance is small; `price`: USDT for one unit. */
export function isSmallBalance(amount: Decimal, price: Decimal): boolean {
  return isPositive(amount) && compare(multiply(amount, price), SMALL_VALUE) < 0;
}

/**
 * Whether the last price has moved by more than the {@link MARGIN} since the quote, in either direction. The spread is
 * wider than the margin, so an accepted quote is never better than an order at that moment.
 */
export function hasMoved(quoted: Decimal, now: Decimal): boolean {
  return compare(absolute(subtract(now, quoted)), multiply(quoted, MARGIN)) > 0;
}

/** Amounts that the house gives in these legs, by currency. */
export function givenByHouse(legs: readonly Leg[]): ReadonlyMap<CurrencyId, Decimal> {
  const given = new Map<CurrencyId, Decimal>();
  for (const { side, baseId, quoteId, baseAmount, quoteAmount } of legs) {
    const [id, amount] = side === 'sell' ? [quoteId, quoteAmount] : [baseId, baseAmount];
    given.set(id, add(given.get(id) ?? ZERO, amount));
  }
  return given;
}

/**
 * The largest part of `amount` that the house converts now, rounded down; `undefined` when it converts all of it.
 * `houseOf`: the house's balance of a currency.
 */
export function houseLimit(
  amount: Decimal,
  legs: readonly Leg[],
  houseOf: (currencyId: CurrencyId) => Decimal,
): Decimal | undefined {
  let most: Decimal | undefined;
  for (const [currencyId, given] of givenByHouse(legs)) {
    const limit = round(multiply(houseOf(currencyId), HOUSE_SHARE), MONEY_PLACES, 'down');
    if (compare(given, limit) <= 0) continue;
    const part = divide(multiply(amount, limit), given, MONEY_PLACES, 'down');
    most = most === undefined ? part : min(most, part);
  }
  return most;
}

function stepOf(markets: readonly ConvertMarket[], fromId: CurrencyId, toId: CurrencyId): Step | undefined {
  const sold = markets.find(({ baseId, quoteId }) => baseId === fromId && quoteId === toId);
  if (sold !== undefined) return { market: sold, side: 'sell' };
  const bought = markets.find(({ baseId, quoteId }) => baseId === toId && quoteId === fromId);
  return bought === undefined ? undefined : { market: bought, side: 'buy' };
}

function legOf(step: Step, given: Decimal): Leg {
  const { market, side } = step;
  const { id: marketId, baseId, quoteId, lastPrice, pricePrecision } = market;
  const spread = spreadOf(market);
  const factor = side === 'sell' ? subtract(ONE, spread) : add(ONE, spread);
  const price = round(multiply(lastPrice, factor), pricePrecision + MORE_PLACES, side === 'sell' ? 'down' : 'up');
  const received = atPrice(step, given, price, MONEY_PLACES);
  const [baseAmount, quoteAmount] = side === 'sell' ? [given, received] : [received, given];
  return { marketId, baseId, quoteId, side, price, lastPrice, baseAmount, quoteAmount };
}

/** Received in a step at a price, rounded down. */
function atPrice({ side }: Step, amount: Decimal, price: Decimal, places: number): Decimal {
  return side === 'sell' ? round(multiply(amount, price), places, 'down') : divide(amount, price, places, 'down');
}
