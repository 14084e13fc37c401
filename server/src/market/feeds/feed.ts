/**
 * What a feed is: pure functions from where a series stands and a time to the ticks that come next. Reading and writing
 * is the runner's.
 */
import type { PriceSource } from '@halyard/contract/market/calls';
import type { Database, Transaction } from '../../db/database.ts';
import type { SeriesPosition, SeriesState } from '../series.ts';
import type { NewTick } from '../ticks.ts';

/** The ticks that come next, and where the feed then stands. */
export type FeedBatch = {
  readonly ticks: readonly NewTick[];
  /** To be stored with the ticks. */
  readonly state: SeriesState;
  /** What each tick was made from, as lines of the public log; only of live prices. */
  readonly inputs?: readonly string[];
  /** When the next tick is due, on the feed's clock; undefined when there will be none. */
  readonly nextAtMs: number | undefined;
};

/** Prices of one market. */
export type FeedMarket = {
  readonly symbol: string;
  /** What makes a restarted feed the same feed: its series is found by it. */
  readonly identity: string;
  /** State of a series that has no tick yet. */
  readonly initialState: SeriesState;
  /**
   * The ticks after `position` that are due by `untilMs` on the feed's clock, oldest first, at most `BATCH_TICKS_MAX`
   * and some. `nowMs` is that clock where it is later: how densely a past is filled in goes by it. Pure.
   */
  advance(position: SeriesPosition, untilMs: number, nowMs?: number): FeedBatch;
};

/** A feed that is ready to say prices. */
export type Feed = {
  readonly source: PriceSource;
  /** How much faster than the wall its clock runs. */
  readonly speed: number;
  /** Markets that it has prices for; others are not displayed. */
  readonly markets: readonly FeedMarket[];
  /** Writes what the public log must have before a price of it. */
  readonly announce?: (tx: Transaction) => Promise<void>;
};

/** Makes the feed when a node takes it over, at the time `nowMs`. */
export type FeedSource = { open(db: Database, nowMs: number): Promise<Feed> };

/** Why a feed cannot start, in one line for the person who starts the server. */
export class FeedSetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FeedSetupError';
  }
}

/**
 * How many ticks of a market one transaction appends at most: large enough for speed, small enough that other work gets
 * its turn.
 */
export const BATCH_TICKS_MAX = 1000;
