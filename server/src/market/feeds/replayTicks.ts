/** Replays recorded ticks by their offsets from a start. */
import { fitsPlaces } from '@halyard/contract/money';
import type { MarketRecord } from '../marketRecord.ts';
import type { KnownSeries, SeriesPosition } from '../series.ts';
import { BATCH_TICKS_MAX, FeedSetupError, type FeedBatch, type FeedMarket } from './feed.ts';
import { lineOfTick, type FileTick } from './replayFile.ts';

/** Delay between the start of the feed and the first tick of a file without a set start: enough to open the app. */
const START_AFTER_MS = 5000;

/** A file of ticks to play. */
export type TickPlay = {
  readonly digest: string;
  readonly ticks: readonly FileTick[];
  readonly market: MarketRecord;
};

/** Start of a file: as set, else as in its newest series, else soon. */
export function startOfTicks(
  { digest, market }: TickPlay,
  givenMs: number | undefined,
  known: readonly KnownSeries[],
  nowMs: number,
): number {
  const newest = known.find(({ marketId, identity }) => marketId === market.id && identity.startsWith(`${digest}@`));
  const storedMs = newest === undefined ? undefined : Date.parse(newest.identity.slice(digest.length + 1));
  return givenMs ?? storedMs ?? nowMs + START_AFTER_MS;
}

/** The market of a file whose first tick is at `startMs`. */
export function tickMarket({ digest, ticks, market }: TickPlay, startMs: number): FeedMarket {
  const shiftMs = startMs - (ticks[0]?.timeMs ?? 0);
  return {
    symbol: market.symbol,
    identity: `${digest}@${new Date(startMs).toISOString()}`,
    initialState: {},
    advance: (position, untilMs) => advance(ticks, shiftMs, position, untilMs),
  };
}

// The position in the log equals the position in the file.
function advance(
  ticks: readonly FileTick[],
  shiftMs: number,
  { lastSeq, state }: SeriesPosition,
  untilMs: number,
): FeedBatch {
  let next = lastSeq;
  const isDue = (tick: FileTick | undefined) => tick !== undefined && tick.timeMs + shiftMs <= untilMs;
  while (next - lastSeq < BATCH_TICKS_MAX && isDue(ticks[next])) next += 1;
  const due = ticks.slice(lastSeq, next).map(({ timeMs, price, quantity }) => {
    return { at: new Date(timeMs + shiftMs).toISOString(), price, quantity };
  });
  const following = ticks[next];
  return { ticks: due, state, nextAtMs: following && following.timeMs + shiftMs };
}

/** Throws `FeedSetupError` when a price has more decimals than its market. */
export function refuseFinerPrices({ ticks, market }: TickPlay, name: string): void {
  const { pricePrecision } = market.terms;
  const index = ticks.findIndex(({ price }) => !fitsPlaces(price, pricePrecision));
  const price = ticks[index]?.price;
  if (price === undefined) return;
  const fault = `price "${price}" has more than the ${pricePrecision} places of ${market.symbol}`;
  throw new FeedSetupError(`Replay file ${name}, line ${lineOfTick(index)}: ${fault}.`);
}
