/** Replays one-minute candles, shifted by whole weeks so that now falls into the last week of the file. */
import type { MarketRecord } from '../marketRecord.ts';
import type { SeriesPosition, SeriesState } from '../series.ts';
import type { NewTick } from '../ticks.ts';
import { BATCH_TICKS_MAX, FeedSetupError, type FeedBatch, type FeedMarket } from './feed.ts';
import type { FileCandle } from './replayFile.ts';
import { candlePath, PATH_TICKS_MIN, pathTimeMs } from './replayPath.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_SECONDS = 60;
/** The most ticks that one candle is played in. */
const LIVE_TICKS_MAX = 1200;
// Since when the series is played, in its state.
const LIVE_FROM = 'liveFromMs';

/** How fast a replay is played, and how densely candles are: ticks a second of the wall. */
export type ReplayPace = { readonly speed: number; readonly ticksPerSecond: number };

/** The candle that is being played, in how many ticks, and which of them comes next. */
type Cursor = { readonly row: number; readonly count: number; readonly next: number };

/** What is played of candles. */
export type CandlePlay = {
  readonly name: string;
  /** Names the file, and picks the paths. */
  readonly digest: string;
  readonly candles: readonly FileCandle[];
  readonly market: MarketRecord;
  readonly pace: ReplayPace;
};

/** The market of a file whose feed is opened at `nowMs`. Throws `FeedSetupError` when the file does not hold now. */
export function candleMarket({ name, digest, candles, market, pace }: CandlePlay, nowMs: number): FeedMarket {
  const shiftMs = weeksShiftMs(candles, nowMs);
  const firstMs = (candles[0]?.openedAtSeconds ?? 0) * 1000 + shiftMs;
  if (firstMs > nowMs)
    throw new FeedSetupError(`Replay file ${name} holds less than a week, and not this time of the week.`);
  const replay: ReplayMarket = { digest, candles, market, shiftMs, liveTicks: liveTicksAt(pace) };
  const played = { ...replay, pathOf: rememberPath(replay) };
  const initialState = { [LIVE_FROM]: nowMs };
  return {
    symbol: market.symbol,
    identity: `${digest}+${shiftMs / WEEK_MS}w`,
    initialState,
    advance: (position, untilMs, feedNowMs = untilMs) =>
      advance(played, { ...position, state: { ...initialState, ...position.state } }, { untilMs, nowMs: feedNowMs }),
  };
}

type ReplayMarket = Pick<CandlePlay, 'digest' | 'candles' | 'market'> & {
  readonly shiftMs: number;
  readonly liveTicks: number;
};

type Replay = ReplayMarket & { readonly pathOf: (candle: FileCandle, cursor: Cursor) => readonly NewTick[] };

type Due = Readonly<Record<'untilMs' | 'nowMs', number>>;

function advance(replay: Replay, position: SeriesPosition, { untilMs, nowMs }: Due): FeedBatch {
  const { candles } = replay;
  const ticks: NewTick[] = [];
  let cursor = readCursor(position.state);
  const stateAt = (at: Cursor) => ({ ...position.state, ...at });
  const denseFromMs = Math.max(numberOf(position.state, LIVE_FROM), nowMs - DAY_MS);
  for (let candle = candles[cursor.row]; candle !== undefined; candle = candles[cursor.row]) {
    const startMs = candle.openedAtSeconds * 1000 + replay.shiftMs;
    if (cursor.next === 0) cursor = { ...cursor, count: ticksOf(replay, startMs, denseFromMs) };
    const due = dueTicks(cursor, startMs, untilMs);
    if (due > cursor.next) ticks.push(...replay.pathOf(candle, cursor).slice(cursor.next, due));
    if (due < cursor.count)
      return { ticks, state: stateAt({ ...cursor, next: due }), nextAtMs: pathTimeMs(startMs, due, cursor.count) };
    cursor = { row: cursor.row + 1, count: 0, next: 0 };
    // The rest of the batch is due at once.
    if (ticks.length >= BATCH_TICKS_MAX)
      return { ticks, state: stateAt(cursor), nextAtMs: nextStartMs(replay, cursor) };
  }
  return { ticks, state: stateAt(cursor), nextAtMs: undefined };
}

function nextStartMs({ candles, shiftMs }: ReplayMarket, { row }: Cursor): number | undefined {
  const candle = candles[row];
  return candle === undefined ? undefined : candle.openedAtSeconds * 1000 + shiftMs;
}

// What was over before anybody could trade needs no more ticks than its fold does. What was missed for up to a day is
// played as if it had not been: a restart must not choose another path.
function ticksOf({ liveTicks }: ReplayMarket, startMs: number, denseFromMs: number): number {
  return startMs + MINUTE_MS <= denseFromMs ? PATH_TICKS_MIN : liveTicks;
}

function dueTicks({ count, next }: Cursor, startMs: number, untilMs: number): number {
  let due = next;
  while (due < count && pathTimeMs(startMs, due, count) <= untilMs) due += 1;
  return due;
}

/** The path of the candle that was asked for last is kept: it is played tick by tick. */
function rememberPath(market: ReplayMarket): Replay['pathOf'] {
  let kept: { readonly row: number; readonly count: number; readonly path: readonly NewTick[] } | undefined;
  return (candle, cursor) => {
    if (kept?.row !== cursor.row || kept.count !== cursor.count)
      kept = { ...cursor, path: pathOf(market, candle, cursor) };
    return kept.path;
  };
}

function pathOf({ digest, market, shiftMs }: ReplayMarket, candle: FileCandle, { row, count }: Cursor): NewTick[] {
  const { pricePrecision: pricePlaces, quantityPrecision: quantityPlaces } = market.terms;
  const plan = { key: digest, row, count, pricePlaces, quantityPlaces };
  return candlePath(candle, candle.openedAtSeconds * 1000 + shiftMs, plan);
}

function readCursor(state: SeriesState): Cursor {
  return { row: numberOf(state, 'row'), count: numberOf(state, 'count'), next: numberOf(state, 'next') };
}

function numberOf(state: SeriesState, name: string): number {
  const value = state[name];
  return typeof value === 'number' ? value : 0;
}

// The file's last week is the one before its end, so its end comes first after now.
function weeksShiftMs(candles: readonly FileCandle[], nowMs: number): number {
  const endMs = (candles.at(-1)?.openedAtSeconds ?? 0) * 1000 + MINUTE_MS;
  return (Math.floor((nowMs - endMs) / WEEK_MS) + 1) * WEEK_MS;
}

function liveTicksAt({ speed, ticksPerSecond }: ReplayPace): number {
  const wanted = Math.round((MINUTE_SECONDS * ticksPerSecond) / speed);
  return Math.min(LIVE_TICKS_MAX, Math.max(PATH_TICKS_MIN, wanted));
}
