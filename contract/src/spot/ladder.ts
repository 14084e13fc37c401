/**
 * The ladder of the house maker: a published, pure function of the reference price, the market's settings and, for
 * simulated prices, the time (docs/product.md 1.5). It has no access to users, orders or balances. At equal prices it
 * ranks behind users' orders.
 */
import type { BookLevel } from '../market/calls.ts';
import { mixBits } from '../mixBits.ts';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  min,
  multiply,
  round,
  subtract,
  ZERO,
  type Decimal,
  MONEY_PLACES,
} from '../money/money.ts';

/** Settings of a market's ladder. */
export type LadderSettings = {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** Levels a side. */
  readonly levels: number;
  /**
   * Distance of the best level from the reference price, as a fraction; above zero, so that the two sides never meet.
   */
  readonly halfSpread: Decimal;
  /** Average distance between levels, as a fraction of the reference price. */
  readonly step: Decimal;
  /** Quote value of the best level of an even ladder; the n-th level has n times as much. */
  readonly levelNotional: Decimal;
};

/** Inputs of a scattered ladder: the number of the price series, and the unix second of the tick. */
export type LadderScatter = { readonly seriesId: number; readonly second: number };

/** Both sides, best first. */
export type Ladder = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

type Side = 'bid' | 'ask';

/**
 * The ladder around a reference price: asks rounded up and bids rounded down to the tick, quantities rounded down to
 * the lot. Levels without price or quantity are left out. Scattered, the best level, the width of a side and its total
 * value are those of the even ladder; the levels share them unevenly.
 */
export function makerLadder(reference: Decimal, settings: LadderSettings, scatter?: LadderScatter): Ladder {
  return {
    bids: ladderSide(reference, settings, 'bid', scatter),
    asks: ladderSide(reference, settings, 'ask', scatter),
  };
}

/** The rest of a side after `taken` was taken from it, best prices first. */
export function remainingLadder(levels: readonly BookLevel[], taken: Decimal): BookLevel[] {
  let gone = taken;
  const left: BookLevel[] = [];
  for (const [price, quantity] of levels) {
    const rest = subtract(quantity, gone);
    if (isPositive(rest)) left.push([price, rest]);
    gone = isPositive(rest) ? ZERO : subtract(gone, quantity);
  }
  return left;
}

/**
 * A side of a ladder, cut where the house's funds end: base for asks, quote for bids. Quantities are rounded down to
 * the lot.
 */
export function fundedLadder(
  levels: readonly BookLevel[],
  side: Side,
  funds: Decimal,
  quantityPrecision: number,
): BookLevel[] {
  let left = funds;
  const funded: BookLevel[] = [];
  for (const [price, quantity] of levels) {
    const affordable =
      side === 'ask' ? round(left, quantityPrecision, 'down') : divide(left, price, quantityPrecision, 'down');
    const given = min(quantity, affordable);
    if (isPositive(given)) funded.push([price, given]);
    if (compare(given, quantity) < 0) break;
    left = subtract(left, side === 'ask' ? given : multiply(given, price));
  }
  return funded;
}

function ladderSide(reference: Decimal, settings: LadderSettings, side: Side, scatter?: LadderScatter): BookLevel[] {
  const { pricePrecision, quantityPrecision } = settings;
  const tick = unitOf(pricePrecision);
  const start = multiply(reference, settings.halfSpread);
  const shape =
    scatter === undefined ? evenShape(reference, settings) : scatteredShape(reference, settings, { side, ...scatter });
  const levels: BookLevel[] = [];
  for (const { offset, size } of shape.levels) {
    const distance = add(start, multiply(shape.gapUnit, wholeNumber(offset)));
    const raw = side === 'ask' ? add(reference, distance) : subtract(reference, distance);
    if (!isPositive(raw)) continue;
    // Neighbouring levels of a cheap coin may round to one tick; the index keeps them apart.
    const rounded = round(raw, pricePrecision, side === 'ask' ? 'up' : 'down');
    const price = separate(rounded, levels.at(-1)?.[0], tick, side);
    if (!isPositive(price)) continue;
    const quantity = divide(multiply(shape.sizeUnit, wholeNumber(size)), price, quantityPrecision, 'down');
    if (isPositive(quantity)) levels.push([price, quantity]);
  }
  return levels;
}

/** Offset of each level from the best one, and its value, in whole units; both units are amounts of the quote. */
type Shape = {
  readonly gapUnit: Decimal;
  readonly sizeUnit: Decimal;
  readonly levels: readonly { readonly offset: number; readonly size: number }[];
};

function evenShape(reference: Decimal, { levels, step, levelNotional }: LadderSettings): Shape {
  return {
    gapUnit: multiply(reference, step),
    sizeUnit: levelNotional,
    levels: Array.from({ length: levels }, (_, index) => ({ offset: index, size: index + 1 })),
  };
}

// Hundredths: the middles of 32 equal parts of a log-normal distribution with deviation 0.9, and of an exponential one.
const SIZES = [
  14, 22, 28, 33, 38, 43, 47, 52, 57, 62, 67, 72, 78, 84, 90, 97, 104, 111, 119, 128, 138, 149, 162, 176, 192, 211, 234,
  264, 302, 358, 452, 695,
] as const;
const GAPS = [
  2, 5, 8, 12, 15, 19, 23, 27, 31, 35, 40, 45, 50, 55, 60, 66, 72, 79, 86, 94, 102, 111, 121, 133, 145, 159, 176, 196,
  221, 255, 306, 416,
] as const;
/** Places of a price unit beyond those of the market. */
const MORE_PLACES = 6;

/** The width and the total value of the even ladder, shared by weights and rounded down. */
function scatteredShape(
  reference: Decimal,
  { levels: count, step, levelNotional, pricePrecision }: LadderSettings,
  { side, seriesId, second }: LadderScatter & { readonly side: Side },
): Shape {
  const levels: { offset: number; size: number }[] = [];
  let [offset, total] = [0, 0];
  for (let level = 0; level < count; level += 1) {
    // The best level changes every second, the next one every two, and so on, not all at once.
    const period = Math.floor((second + 7 * level) / (level + 1));
    const place = 4 * level + (side === 'ask' ? 2 : 0);
    const draw = (which: 0 | 1) => mixBits(mixBits(mixBits(seriesId) ^ (place + which)) ^ period) >>> 27;
    if (level > 0) offset += GAPS[draw(0)] ?? 0;
    const size = (level + 1) * (SIZES[draw(1)] ?? 0);
    total += size;
    levels.push({ offset, size });
  }
  const width = multiply(reference, multiply(step, wholeNumber(count - 1)));
  const value = multiply(levelNotional, wholeNumber((count * (count + 1)) / 2));
  return {
    gapUnit: offset === 0 ? ZERO : divide(width, wholeNumber(offset), pricePrecision + MORE_PLACES, 'down'),
    sizeUnit: total === 0 ? ZERO : divide(value, wholeNumber(total), MONEY_PLACES, 'down'),
    levels,
  };
}

function separate(price: Decimal, previous: Decimal | undefined, tick: Decimal, side: Side): Decimal {
  if (previous === undefined) return price;
  const nextFree = side === 'ask' ? add(previous, tick) : subtract(previous, tick);
  const isBeyond = side === 'ask' ? !isPositive(subtract(nextFree, price)) : !isPositive(subtract(price, nextFree));
  return isBeyond ? price : nextFree;
}

function unitOf(places: number): Decimal {
  return decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`);
}

function wholeNumber(value: number): Decimal {
  return decimal(String(value));
}
