/** The replay feed: recorded markets, each from a file of candles or ticks (README.md in this folder). */
import type { Database } from '../../db/database.ts';
import { findMarketBySymbol, type MarketRecord } from '../marketRecord.ts';
import { listSeries, type KnownSeries } from '../series.ts';
import { FeedSetupError, type FeedMarket, type FeedSource } from './feed.ts';
import { candleMarket, type ReplayPace } from './replayCandles.ts';
import { readReplayFile, type ReplayFile } from './replayFile.ts';
import { refuseFinerPrices, startOfTicks, tickMarket } from './replayTicks.ts';

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
