/**
 * The replay feed: a file of one-minute candles, shifted by whole weeks so that now falls into its last week (README.md
 * beside it).
 */
import type { Database } from '../../db/database.ts';
import { findMarketBySymbol, type MarketRecord } from '../marketRecord.ts';
import type { SeriesPosition, SeriesState } from '../series.ts';
import type { NewTick } from '../ticks.ts';
import { BATCH_TICKS_MAX, FeedSetupError, type FeedBatch, type FeedMarket, type FeedSource } from './feed.ts';
import { readReplayFile, type FileCandle, type ReplayFile } from './replayFile.ts';
import { candlePath, PATH_TICKS_MIN, pathTimeMs } from './replayPath.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const MINUTE_SECONDS = 60;
/** The most ticks that one candle is played in. */
const LIVE_TICKS_MAX = 1200;

/** How a replay is played: minutes of the file a minute of the wall, and ticks a second of the wall. */
export type ReplayPace = { readonly speed: number; readonly ticksPerSecond: number };

/** The candle that is being played, in how many ticks, and which of them comes next. */
type Cursor = { readonly row: number; readonly count: number; readonly next: number };

/**
 * Reads the file and finds its market. Throws `FeedSetupError` when the file is malformed or names no market of the
 * exchange.
 */
export async function createReplaySource(db: Database, path: string, pace: ReplayPace): Promise<FeedSource> {
  const file = await readReplayFile(path);
  const market = await findMarketBySymbol(db, file.market);
  if (market === undefined) throw new FeedSetupError(`Replay file ${path}: there is no market ${file.market}.`);
  return {
    open: async (_db, nowMs) => {
      const shiftMs = weeksShiftMs(file.candles, nowMs);
      const firstMs = (file.candles[0]?.openedAtSeconds ?? 0) * 1000 + shiftMs;
      if (firstMs > nowMs)
        throw new FeedSetupError(`Replay file ${path} holds less than a week, and not this time of the week.`);
      return {
        source: 'replay',
        identity: `${file.digest}+${shiftMs / WEEK_MS}w`,
        speed: pace.speed,
        markets: [replayMarket({ file, market, shiftMs, liveTicks: liveTicksAt(pace) })],
      };
    },
  };
}

type ReplayMarket = {
  readonly file: ReplayFile;
  readonly market: MarketRecord;
  readonly shiftMs: number;
  readonly liveTicks: number;
};

type Replay = ReplayMarket & { readonly pathOf: (candle: FileCandle, cursor: Cursor) => readonly NewTick[] };

function replayMarket(market: ReplayMarket): FeedMarket {
  const replay = { ...market, pathOf: rememberPath(market) };
  const advanceFrom = (position: SeriesPosition, untilMs: number) => advance(replay, position, untilMs);
  return { symbol: replay.market.symbol, initialState: {}, advance: advanceFrom };
}

function advance(replay: Replay, position: SeriesPosition, untilMs: number): FeedBatch {
  const { candles } = replay.file;
  const ticks: NewTick[] = [];
  let cursor = readCursor(position.state);
  for (let candle = candles[cursor.row]; candle !== undefined; candle = candles[cursor.row]) {
    const startMs = candle.openedAtSeconds * 1000 + replay.shiftMs;
    if (cursor.next === 0) cursor = { ...cursor, count: ticksOf(replay, startMs, untilMs) };
    const due = dueTicks(cursor, startMs, untilMs);
    if (due > cursor.next) ticks.push(...replay.pathOf(candle, cursor).slice(cursor.next, due));
    if (due < cursor.count)
      return { ticks, state: { ...cursor, next: due }, nextAtMs: pathTimeMs(startMs, due, cursor.count) };
    cursor = { row: cursor.row + 1, count: 0, next: 0 };
    // The rest of the batch is due at once.
    if (ticks.length >= BATCH_TICKS_MAX) return { ticks, state: cursor, nextAtMs: nextStartMs(replay, cursor) };
  }
  return { ticks, state: cursor, nextAtMs: undefined };
}

function nextStartMs({ file, shiftMs }: ReplayMarket, { row }: Cursor): number | undefined {
  const candle = file.candles[row];
  return candle === undefined ? undefined : candle.openedAtSeconds * 1000 + shiftMs;
}

// What is already over when it is played needs no more ticks than its fold does.
function ticksOf({ liveTicks }: ReplayMarket, startMs: number, untilMs: number): number {
  return startMs + MINUTE_MS <= untilMs ? PATH_TICKS_MIN : liveTicks;
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

function pathOf({ file, market, shiftMs }: ReplayMarket, candle: FileCandle, { row, count }: Cursor): NewTick[] {
  const { pricePrecision: pricePlaces, quantityPrecision: quantityPlaces } = market.terms;
  const plan = { key: file.digest, row, count, pricePlaces, quantityPlaces };
  return candlePath(candle, candle.openedAtSeconds * 1000 + shiftMs, plan);
}

function readCursor(state: SeriesState): Cursor {
  const at = (name: keyof Cursor) => {
    const value = state[name];
    return typeof value === 'number' ? value : 0;
  };
  return { row: at('row'), count: at('count'), next: at('next') };
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
