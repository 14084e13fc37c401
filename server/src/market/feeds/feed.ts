/**
 * Interface of a feed: pure functions from the position of a series and a time to the next ticks. The feed session
 * reads and writes.
 */
import { createHmac } from 'node:crypto';
import type { PriceSource } from '@halyard/contract/market/calls';
import type { Database, Transaction } from '../../db/database.ts';
import type { NewTick, SeriesPosition, SeriesState } from '../series.ts';

/** The next ticks, and the position after them. */
export type FeedBatch = {
  readonly ticks: readonly NewTick[];
  /** To be stored with the ticks. */
  readonly state: SeriesState;
  /** The quotes of each tick, as lines of the public log; for live prices only. */
  readonly inputs?: readonly string[];
  /** When the next tick is due, on the feed's clock; undefined when there will be none. */
  readonly nextAtMs: number | undefined;
};

/** Prices of one market. */
export type FeedMarket = {
  readonly symbol: string;
  /** Identifies the series that a restarted feed continues. */
  readonly identity: string;
  /** State of a series that has no tick yet. */
  readonly initialState: SeriesState;
  /**
   * The ticks after `position` that are due by `untilMs` on the feed's clock, oldest first, at most slightly more than
   * `BATCH_TICKS_MAX`. `nowMs` is that clock where it is later; it decides how densely a past is filled in. Pure.
   */
  advance(position: SeriesPosition, untilMs: number, nowMs?: number): FeedBatch;
};

/** A feed that is ready to produce prices. */
export type Feed = {
  readonly source: PriceSource;
  /** Speed of its clock relative to the system clock. */
  readonly speed: number;
  /** Markets for which it has prices; others are not displayed. */
  readonly markets: readonly FeedMarket[];
  /** Writes what must be in the transparency log before any price of the feed. */
  readonly announce?: (tx: Transaction) => Promise<void>;
};

/** Opens the feed when a node takes it over, at the time `nowMs`. */
export type FeedSource = { open(db: Database, nowMs: number): Promise<Feed> };

/** A feed cannot start; the message is one line for the operator. */
export class FeedSetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FeedSetupError';
  }
}

/**
 * Most ticks of a market that one transaction appends: large enough for speed, small enough to let other work run in
 * between.
 */
export const BATCH_TICKS_MAX = 1000;

// Random numbers that everyone with the key can reproduce: HMAC of a label.

const WORD_BYTES = 4;

/** Sixteen 32-bit integers: the words of HMAC-SHA-512(key, label), like the contract's `noiseOf`, but faster. */
export function noiseWords(key: string | Buffer, label: string): number[] {
  return wordsOf(createHmac('sha512', key).update(label).digest());
}

/** `count` 32-bit integers: the words of HMAC-SHA256(key, label|0), HMAC-SHA256(key, label|1) and so on. */
export function randomWords(key: string, label: string, count: number): number[] {
  const words: number[] = [];
  for (let block = 0; words.length < count; block += 1) {
    words.push(...wordsOf(createHmac('sha256', key).update(`${label}|${block}`).digest()));
  }
  return words.slice(0, count);
}

function wordsOf(digest: Buffer): number[] {
  return Array.from({ length: digest.length / WORD_BYTES }, (_, word) => digest.readUInt32BE(word * WORD_BYTES));
}
