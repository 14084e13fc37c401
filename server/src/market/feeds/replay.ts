/** The replay feed: recorded markets, each from a file of candles or ticks (README.md in this folder). */
import type { Database } from '../../db/database.ts';
import { findMarketBySymbol, type MarketRecord } from '../marketRecord.ts';
import { listSeries, type KnownSeries, type SeriesPosition, type SeriesState } from '../series.ts';
import { FeedSetupError, type FeedMarket, type FeedSource, BATCH_TICKS_MAX, type FeedBatch } from './feed.ts';
import { readReplayFile, type ReplayFile, type FileCandle } from './replayFile.ts';
import { refuseFinerPrices, startOfTicks, tickMarket } from './replayTicks.ts';
import { MINUTE_MS, DAY_MS, WEEK_MS } from '@halyard/contract/time';
import type { NewTick } from '../ticks.ts';
import { candlePath, PATH_TICKS_MIN, pathTimeMs } from './replayPath.ts';

export type ReplaySettings = ReplayPace & {
  /** Time of the first tick of a file of ticks; by default shortly after the start. */
  readonly startMs?: number | undefined;
};

/** A file and its market; `open` creates its feed. */
type Play = { readonly market: MarketRecord; open(known: readonly KnownSeries[], nowMs: number): FeedMarket };

/**
 * Reads the files and finds their markets. Throws `FeedSetupError` when a file is malformed or names no market of the
 * exchange, or when two files name the same market.
 */
export async function createReplaySource(
  db: Database,
  paths: readonly string[],
  settings: ReplaySettings,
): Promise<FeedSource> {
  const plays: Play[] = [];
  for (const path of paths) {
    const play = await readPlay(db, path, settings);
    if (plays.some(({ market }) => market.id === play.market.id))
      throw new FeedSetupError(`Replay file ${path} is the second one of ${play.market.symbol}: a market has one.`);
    plays.push(play);
  }
  return {
    open: async (opened, nowMs) => {
      const known = await listSeries(opened, 'replay');
      const markets = plays.map((play) => play.open(known, nowMs));
      return { source: 'replay', speed: settings.speed, markets };
    },
  };
}

async function readPlay(db: Database, path: string, settings: ReplaySettings): Promise<Play> {
  const file = await readReplayFile(path);
  const market = await marketOf(db, file);
  const { name, digest, recording } = file;
  if (recording.kind === 'candles') {
    const play = { name, digest, candles: recording.candles, market, pace: settings };
    return { market, open: (_known, nowMs) => candleMarket(play, nowMs) };
  }
  const play = { digest, ticks: recording.ticks, market };
  refuseFinerPrices(play, name);
  return {
    market,
    open: (known, nowMs) => tickMarket(play, startOfTicks(play, settings.startMs, known, nowMs)),
  };
}

async function marketOf(db: Database, { name, pairs }: ReplayFile): Promise<MarketRecord> {
  for (const pair of pairs) {
    const market = await findMarketBySymbol(db, pair);
    if (market !== undefined) return market;
  }
  throw new FeedSetupError(`Replay file ${name}: there is no market ${pairs.join(' or ')}.`);
}

/** Replays one-minute candles, shifted by whole weeks so that now falls into the last week of the file. */
const MINUTE_SECONDS = 60;
/** Most ticks into which one candle is split. */
const LIVE_TICKS_MAX = 1200;
// State key of the instant from which the series is played live.
const LIVE_FROM = 'liveFromMs';

/** Speed of a replay, and ticks per second of system time. */
export type ReplayPace = { readonly speed: number; readonly ticksPerSecond: number };

/** The candle being played, its number of ticks, and the next of them. */
type Cursor = { readonly row: number; readonly count: number; readonly next: number };

/** A file of candles to play. */
type CandlePlay = {
  readonly name: string;
  /** Identifies the file, and seeds the paths. */
  readonly digest: string;
  readonly candles: readonly FileCandle[];
  readonly market: MarketRecord;
  readonly pace: ReplayPace;
};

/**
 * The market of a file whose feed is opened at `nowMs`. Throws `FeedSetupError` when the file does not cover that time.
 */
function candleMarket({ name, digest, candles, market, pace }: CandlePlay, nowMs: number): FeedMarket {
  const shiftMs = weeksShiftMs(candles, nowMs);
  const firstMs = (candles[0]?.openedAtSeconds ?? 0) * 1000 + shiftMs;
  if (firstMs > nowMs)
    throw new FeedSetupError(`Replay file ${name} holds less than a week, and not this time of the week.`);
  const replay: ReplayMarket = { digest, candles, market, shiftMs, liveTicks: liveTicksAt(pace) };
  const played = { ...replay, pathOf: cachePath(replay) };
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
    // The rest of the batch is due immediately.
    if (ticks.length >= BATCH_TICKS_MAX)
      return { ticks, state: stateAt(cursor), nextAtMs: nextStartMs(replay, cursor) };
  }
  return { ticks, state: stateAt(cursor), nextAtMs: undefined };
}

function nextStartMs({ candles, shiftMs }: ReplayMarket, { row }: Cursor): number | undefined {
  const candle = candles[row];
  return candle === undefined ? undefined : candle.openedAtSeconds * 1000 + shiftMs;
}

// A candle that ended before anyone could trade needs no more ticks than its fold. Up to a day that was missed is
// played as if there had been no stop: a restart must not choose another path.
function ticksOf({ liveTicks }: ReplayMarket, startMs: number, denseFromMs: number): number {
  return startMs + MINUTE_MS <= denseFromMs ? PATH_TICKS_MIN : liveTicks;
}

function dueTicks({ count, next }: Cursor, startMs: number, untilMs: number): number {
  let due = next;
  while (due < count && pathTimeMs(startMs, due, count) <= untilMs) due += 1;
  return due;
}

/** Caches the path of the last candle, which is played tick by tick. */
function cachePath(market: ReplayMarket): Replay['pathOf'] {
  let cached: { readonly row: number; readonly count: number; readonly path: readonly NewTick[] } | undefined;
  return (candle, cursor) => {
    if (cached?.row !== cursor.row || cached.count !== cursor.count)
      cached = { ...cursor, path: pathOf(market, candle, cursor) };
    return cached.path;
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

// Shifts the file so that its end is the first one after now.
function weeksShiftMs(candles: readonly FileCandle[], nowMs: number): number {
  const endMs = (candles.at(-1)?.openedAtSeconds ?? 0) * 1000 + MINUTE_MS;
  return (Math.floor((nowMs - endMs) / WEEK_MS) + 1) * WEEK_MS;
}

function liveTicksAt({ speed, ticksPerSecond }: ReplayPace): number {
  const wanted = Math.round((MINUTE_SECONDS * ticksPerSecond) / speed);
  return Math.min(LIVE_TICKS_MAX, Math.max(PATH_TICKS_MIN, wanted));
}
