/** The replay feed: recorded markets, each from a file of candles or ticks (README.md in this folder). */
import {
  add,
  compare,
  decimal,
  divide,
  fitsPlaces,
  max,
  min,
  multiply,
  placesOf,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '@halyard/contract/time';
import type { Database } from '../../db/database.ts';
import { findMarketBySymbol, type MarketRecord } from '../marketRecord.ts';
import { listSeries, type KnownSeries, type NewTick, type SeriesPosition, type SeriesState } from '../series.ts';
import {
  BATCH_TICKS_MAX,
  FeedSetupError,
  randomWords,
  type FeedBatch,
  type FeedMarket,
  type FeedSource,
} from './feed.ts';
import { lineOfTick, readReplayFile, type FileCandle, type FileTick, type ReplayFile } from './replayFile.ts';

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

// Replays recorded ticks by their offsets from a start.

/** Delay between the start of the feed and the first tick of a file without a set start: enough to open the app. */
const START_AFTER_MS = 5000;

/** A file of ticks to play. */
export type TickPlay = {
  readonly digest: string;
  readonly ticks: readonly FileTick[];
  readonly market: MarketRecord;
};

/** Start of a file: as set, else as in its newest series, else soon. */
function startOfTicks(
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
function tickMarket({ digest, ticks, market }: TickPlay, startMs: number): FeedMarket {
  const shiftMs = startMs - (ticks[0]?.timeMs ?? 0);
  return {
    symbol: market.symbol,
    identity: `${digest}@${new Date(startMs).toISOString()}`,
    initialState: {},
    advance: (position, untilMs) => advanceTicks(ticks, shiftMs, position, untilMs),
  };
}

// The position in the log equals the position in the file.
function advanceTicks(
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
function refuseFinerPrices({ ticks, market }: TickPlay, name: string): void {
  const { pricePrecision } = market.terms;
  const index = ticks.findIndex(({ price }) => !fitsPlaces(price, pricePrecision));
  const price = ticks[index]?.price;
  if (price === undefined) return;
  const fault = `price "${price}" has more than the ${pricePrecision} places of ${market.symbol}`;
  throw new FeedSetupError(`Replay file ${name}, line ${lineOfTick(index)}: ${fault}.`);
}

// Splits a candle into ticks whose fold is exactly that candle.

/** Parameters of a path; the same plan always gives the same ticks. */
export type PathPlan = {
  /** Key of the random words: the digest of the file. */
  readonly key: string;
  /** Number of the candle in the file. */
  readonly row: number;
  /** Number of ticks, at least `PATH_TICKS_MIN`. */
  readonly count: number;
  /** Decimals of the ticks in between; a candle with more decimals keeps its own. */
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

/** Open, both extremes, close. */
export const PATH_TICKS_MIN = 4;

const WORDS_PER_TICK = 2;
const WORD_RANGE = 2 ** 32;
const THOUSAND = 1000;
const HALF = decimal('0.5');
// Largest deviation of a tick in between from the straight line, as a share of the candle's height.
const STRAY = decimal('0.3');

/**
 * Ticks of a candle that starts at `startMs`: open first, the extremes in a plausible order, close last, all inside
 * [low, high].
 */
export function candlePath(candle: FileCandle, startMs: number, plan: PathPlan): NewTick[] {
  const words = randomWords(plan.key, String(plan.row), WORDS_PER_TICK * plan.count);
  const prices = pathPrices(candle, plan, words);
  const quantities = pathQuantities(candle, plan, words);
  return prices.map((price, index) => ({
    at: new Date(pathTimeMs(startMs, index, plan.count)).toISOString(),
    price,
    quantity: quantities[index] ?? ZERO,
  }));
}

/** Time of a tick of a path: the ticks are spread evenly over the minute, the first at its start. */
function pathTimeMs(startMs: number, index: number, count: number): number {
  return startMs + Math.floor((index * MINUTE_MS) / count);
}

function pathPrices(candle: FileCandle, { count, pricePlaces }: PathPlan, words: readonly number[]): Decimal[] {
  const { open, high, low, close } = candle;
  const places = Math.max(pricePlaces, ...[open, high, low, close].map(placesOf));
  const height = subtract(high, low);
  const corners = pathCorners(candle, count, words);
  const prices: Decimal[] = [open];
  for (const [corner, [to, target]] of corners.entries()) {
    const [from, start] = corners[corner - 1] ?? [0, open];
    for (let index = from + 1; index < to; index += 1) {
      const line = add(
        start,
        divide(multiply(subtract(target, start), whole(index - from)), whole(to - from), places + 2, 'half-even'),
      );
      const stray = multiply(multiply(height, STRAY), subtract(fraction(words[index * WORDS_PER_TICK]), HALF));
      prices.push(max(low, min(high, round(add(line, stray), places, 'half-even'))));
    }
    prices.push(target);
  }
  return prices;
}

// A rising candle reaches its low first, a falling one its high: the shorter of the two paths through all four prices.
function pathCorners(
  { open, high, low, close }: FileCandle,
  count: number,
  words: readonly number[],
): [number, Decimal][] {
  const [first, second] = compare(close, open) >= 0 ? [low, high] : [high, low];
  const middle = Math.floor(count / 2);
  const firstIndex = 1 + ((words[0] ?? 0) % (middle - 1));
  const secondIndex = middle + ((words[1] ?? 0) % (count - 1 - middle));
  return [
    [firstIndex, first],
    [secondIndex, second],
    [count - 1, close],
  ];
}

// Every tick but the last is rounded down, so that the remainder for the last is never negative and the sum is exactly
// the candle's volume.
function pathQuantities(
  { volume }: FileCandle,
  { count, quantityPlaces }: PathPlan,
  words: readonly number[],
): Decimal[] {
  const places = Math.max(quantityPlaces, placesOf(volume));
  const weights = Array.from({ length: count }, (_, index) => weightOf(words[index * WORDS_PER_TICK + 1]));
  const total = whole(weights.reduce((sum, weight) => sum + weight, 0));
  const parts = weights.slice(1).map((weight) => divide(multiply(volume, whole(weight)), total, places, 'down'));
  return [...parts, subtract(volume, add(ZERO, ...parts))];
}

// Few large trades among many small ones; never zero, so that the sum of the weights is not zero.
function weightOf(word = 0): number {
  const share = word / WORD_RANGE;
  return 1 + Math.floor(THOUSAND * share ** 3);
}

function fraction(word = 0): Decimal {
  return divide(whole(word), whole(WORD_RANGE), 6, 'down');
}

function whole(count: number): Decimal {
  return decimal(String(count));
}
