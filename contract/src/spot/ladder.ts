/**
 * The ladder of the house maker: a published, pure function of the reference price and the market's settings. It has no
 * access to users, orders or balances. At equal prices it ranks behind users' orders.
 */
import type { BookLevel } from '../market/calls.ts';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  min,
  multiply,
  round,
  roundToStep,
  subtract,
  ZERO,
  type Decimal,
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
  /** Distance between levels, as a fraction of the reference price. */
  readonly step: Decimal;
  /** Quote value of the best level; the n-th level has n times as much. */
  readonly levelNotional: Decimal;
};

/** Both sides, best first. */
export type Ladder = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] };

/**
 * The ladder around a reference price: asks rounded up and bids rounded down to the tick, quantities rounded down to
 * the lot. Levels without price or quantity are left out.
 */
export function makerLadder(reference: Decimal, settings: LadderSettings): Ladder {
  return { bids: ladderSide(reference, settings, 'bid'), asks: ladderSide(reference, settings, 'ask') };
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
  side: 'bid' | 'ask',
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

function ladderSide(reference: Decimal, settings: LadderSettings, side: 'bid' | 'ask'): BookLevel[] {
  const tick = unitOf(settings.pricePrecision);
  const lot = unitOf(settings.quantityPrecision);
  const levels: BookLevel[] = [];
  for (let index = 0; index < settings.levels; index += 1) {
    const rank = decimal(String(index));
    const distance = multiply(reference, add(settings.halfSpread, multiply(settings.step, rank)));
    const raw = side === 'ask' ? add(reference, distance) : subtract(reference, distance);
    if (!isPositive(raw)) continue;
    // Neighbouring levels of a cheap coin may round to one tick; the index keeps them apart.
    const rounded = roundToStep(raw, tick, side === 'ask' ? 'up' : 'down');
    const price = separate(rounded, levels.at(-1)?.[0], tick, side);
    const notional = multiply(settings.levelNotional, decimal(String(index + 1)));
    if (!isPositive(price)) continue;
    const quantity = roundToStep(divide(notional, price, 18, 'down'), lot, 'down');
    if (isPositive(quantity)) levels.push([price, quantity]);
  }
  return levels;
}

function separate(price: Decimal, previous: Decimal | undefined, tick: Decimal, side: 'bid' | 'ask'): Decimal {
  if (previous === undefined) return price;
  const nextFree = side === 'ask' ? add(previous, tick) : subtract(previous, tick);
  const isBeyond = side === 'ask' ? !isPositive(subtract(nextFree, price)) : !isPositive(subtract(price, nextFree));
  return isBeyond ? price : nextFree;
}

function unitOf(places: number): Decimal {
  return decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`);
}
