/** Changes of a book: the deltas of a `depth:` room, made by the server and applied by the reader. */
import type { BookLevel } from '../market/calls.ts';
import { compare, isZero, ZERO } from '../money/money.ts';
import type { DepthData } from './rooms.ts';

/** Both sides of a book, best first, and the users' part of each; an exchange of the version before sends none. */
export type DepthSides = Omit<DepthData, 'asOf'>;

type Side = keyof DepthSides;

/**
 * The levels that lead from one book to the next: new and changed ones with their new quantity, vanished ones with
 * quantity 0. Undefined when nothing changed.
 */
export function depthChanges(before: DepthSides, after: DepthSides): DepthSides | undefined {
  const changesOf = (side: Side) => sideChanges(side, before[side] ?? [], after[side] ?? []);
  const [bids, asks] = [changesOf('bids'), changesOf('asks')];
  const [userBids, userAsks] = [changesOf('userBids'), changesOf('userAsks')];
  if (bids.length + asks.length + userBids.length + userAsks.length === 0) return undefined;
  return {
    bids,
    asks,
    ...(userBids.length > 0 && { userBids }),
    ...(userAsks.length > 0 && { userAsks }),
  };
}

/** The book after a delta, both sides best first, with the time of the delta. */
export function applyDepth(book: DepthData, delta: DepthData): DepthData {
  const applied = (side: 'userBids' | 'userAsks') =>
    delta[side] === undefined ? book[side] : applySide(side, book[side] ?? [], delta[side]);
  return {
    bids: applySide('bids', book.bids, delta.bids),
    asks: applySide('asks', book.asks, delta.asks),
    asOf: delta.asOf,
    userBids: applied('userBids'),
    userAsks: applied('userAsks'),
  };
}

function sideChanges(side: Side, before: readonly BookLevel[], after: readonly BookLevel[]): BookLevel[] {
  // Canonical decimals are equal exactly when their texts are, so a price can be a key.
  const known = new Map(before);
  const still = new Set(after.map(([price]) => price));
  const gone = before.filter(([price]) => !still.has(price)).map(([price]): BookLevel => [price, ZERO]);
  const changed = after.filter(([price, quantity]) => known.get(price) !== quantity);
  return [...gone, ...changed].sort(([a], [b]) => rank(side, a, b));
}

function applySide(side: Side, levels: readonly BookLevel[], changes: readonly BookLevel[]): BookLevel[] {
  const next = new Map(levels);
  for (const [price, quantity] of changes) {
    if (isZero(quantity)) next.delete(price);
    else next.set(price, quantity);
  }
  return [...next].sort(([a], [b]) => rank(side, a, b));
}

function rank(side: Side, a: BookLevel[0], b: BookLevel[0]): number {
  return side === 'bids' || side === 'userBids' ? compare(b, a) : compare(a, b);
}
