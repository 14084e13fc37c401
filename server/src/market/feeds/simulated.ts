/** The simulated feed: seeded prices around an anchor, with a history (README.md beside it). */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { listMarketRecords, type MarketRecord } from '../marketRecord.ts';
import { findInNewestState, type SeriesPosition, type SeriesState } from '../series.ts';
import type { NewTick } from '../ticks.ts';
import { historyStartMs, nextTickMs } from './density.ts';
import { BATCH_TICKS_MAX, type FeedBatch, type FeedMarket, type FeedSource } from './feed.ts';
import { COIN_MODELS, simulateTick, type CoinModel } from './simulatedModel.ts';

// Names the model: prices of another one are another series.
const MODEL = 'schwartz-1';
const SEED_BYTES = 32;
// Where a seed that nobody gave is kept.
const SEED_KEY = 'seed';

/** The simulated feed of a seed; without one, of a random seed that is drawn once and kept with the series. */
export function createSimulatedSource(givenSeed?: string): FeedSource {
  return {
    open: async (db, nowMs) => {
      const seed = givenSeed ?? (await storedSeed(db)) ?? randomBytes(SEED_BYTES).toString('hex');
      const initialState: SeriesState = givenSeed === undefined ? { [SEED_KEY]: seed } : {};
      const markets = (await listMarketRecords(db)).flatMap((market) => {
        const coin = COIN_MODELS.get(market.symbol);
        return coin === undefined
          ? []
          : [simulatedMarket({ seed, coin, market, initialState, startMs: historyStartMs(nowMs) })];
      });
      return { source: 'simulated', identity: identityOf(seed), speed: 1, markets };
    },
  };
}

type SimulatedMarket = {
  readonly seed: string;
  readonly coin: CoinModel;
  readonly market: MarketRecord;
  readonly initialState: SeriesState;
  readonly startMs: number;
};

function simulatedMarket(simulated: SimulatedMarket): FeedMarket {
  const { market, initialState } = simulated;
  return {
    symbol: market.symbol,
    initialState,
    advance: (position, untilMs) => advance(simulated, position, untilMs),
  };
}

function advance(
  { seed, coin, market, startMs }: SimulatedMarket,
  position: SeriesPosition,
  untilMs: number,
): FeedBatch {
  const places = { price: market.terms.pricePrecision, quantity: market.terms.quantityPrecision };
  const { symbol } = market;
  const ticks: NewTick[] = [];
  let priceBefore = position.lastPrice ?? coin.anchor;
  let beforeMs = position.lastAtMs ?? startMs;
  let atMs = nextTickMs(beforeMs, untilMs);
  while (atMs <= untilMs && ticks.length < BATCH_TICKS_MAX) {
    const tick = simulateTick(seed, { symbol, coin, priceBefore, stepMs: atMs - beforeMs, atMs }, places);
    ticks.push({ at: new Date(atMs).toISOString(), ...tick });
    priceBefore = tick.price;
    beforeMs = atMs;
    atMs = nextTickMs(beforeMs, untilMs);
  }
  return { ticks, state: position.state, nextAtMs: atMs };
}

// The digest commits to the seed without giving it away.
function identityOf(seed: string): string {
  return createHash('sha256').update(`${MODEL}|${seed}`).digest('hex');
}

async function storedSeed(db: Database): Promise<string | undefined> {
  return findInNewestState(db, 'simulated', SEED_KEY);
}
