/**
 * Logs may follow each other (`operator log new`), and each has places of its own in the tables: those of the log with
 * number n begin at n * 2^40. That is a whole tile at each level, so hashes of tiles have places of their own too.
 */
import { TILE_WIDTH } from '@halyard/contract/transparency/tiles';

const SPAN = 2 ** 40;

/** Where an entry of a log stands in the tables; of a size, where the log ends then. */
export function placeIn(log: number, index: number): number {
  return log * SPAN + index;
}

/** Of which log an entry is that stands there. */
export function logAt(place: number): number {
  return Math.floor(place / SPAN);
}

/** Which one of its log it is. */
export function indexAt(place: number): number {
  return place % SPAN;
}

/** Where a hash of tiles stands in the tables. */
export function nodePlaceIn(log: number, level: number, index: number): number {
  return (log * SPAN) / TILE_WIDTH ** level + index;
}
