/**
 * Positions of logs in the tables. Logs may follow each other (`operator log new`); those of the log with number n
 * begin at n * 2^40. That is a multiple of whole tiles at each level, so hashes of tiles have separate positions too.
 */
import { TILE_WIDTH } from '@halyard/contract/transparency/tiles';

const SPAN = 2 ** 40;

/** Position of an entry in the tables; for a size, the position after the last entry. */
export function placeIn(log: number, index: number): number {
  return log * SPAN + index;
}

/** Number of the log that an entry at a position belongs to. */
export function logAt(place: number): number {
  return Math.floor(place / SPAN);
}

/** Index of the entry in its log. */
export function indexAt(place: number): number {
  return place % SPAN;
}

/** Position of a tile hash in the tables. */
export function nodePlaceIn(log: number, level: number, index: number): number {
  return (log * SPAN) / TILE_WIDTH ** level + index;
}
