/** The simulated feed: prices that cannot be predicted and can be verified afterwards (README.md in this folder). */
import { createHash } from 'node:crypto';
import { chainIdentity, NEW_MODEL, volumeTime } from '@halyard/contract/transparency/fixedKeys';
import { HISTORY_KEY, chainDayOf } from '@halyard/contract/transparency/seedChain';
import { COIN_MODELS, simulateTick, type CoinModel } from '@halyard/contract/market/simulatedModel';
import { announceSeed } from '../../transparency/seedEntries.ts';
import { listMarketRecords, type MarketRecord } from '../marketRecord.ts';
import { listSeries, type KnownSeries, type SeriesPosition, type SeriesState } from '../series.ts';
import type { NewTick } from '../ticks.ts';
import { BATCH_TICKS_MAX, FeedSetupError, type FeedBatch, type FeedMarket, type FeedSource } from './feed.ts';
import { noiseWords } from './randomness.ts';
import { CHAIN_DAYS, readChainSecret, secretOfSeed, seedChain, type ChainSecret, type SeedChain } from './seedChain.ts';
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '@halyard/contract/time';

/** First model, whose series are taken over; their state contains only their seed or its digest. */
const FIRST_MODEL = 'schwartz-1';

/** Source of the prices. */
export type SimulatedSettings = {
  /** Folder with the secret of the chain. */
  readonly dataDir: string;
  /** Seed given by the operator, instead of a secret. */
  readonly seed?: string | undefined;
};

/** State of a series of a keyed model. */
type Facts = {
  readonly model: string;
  readonly anchor: string;
  readonly firstDay: string;
  /** Ticks up to here are history, made with a public key. */
  readonly liveFromMs: number;
  readonly sparseFromMs: number;
  readonly sparseToMs: number;
  /** 1 when a given seed makes the prices, and not a secret. */
  readonly reproducible?: number;
};

type OpenChain = { readonly chain: SeedChain; readonly firstDay: string; readonly identity: string };

/** Creates the simulated feed of a seed, or without one of the key chain whose secret is in the data folder. */
export function createSimulatedSource(settings: SimulatedSettings): FeedSource {
  return {
    open: async (db, nowMs) => {
      const open = await openChain(settings, await listSeries(db, 'simulated'), nowMs);
      const past = newPast(nowMs);
      const facts: Facts = {
        model: NEW_MODEL,
        anchor: open.chain.anchor,
        firstDay: open.firstDay,
        liveFromMs: past.toMs,
        sparseFromMs: past.fromMs,
        sparseToMs: past.toMs,
        ...(settings.seed !== undefined && { reproducible: 1 }),
      };
      const markets = (await listMarketRecords(db)).flatMap((market) => {
        const coin = COIN_MODELS.get(market.symbol);
        return coin === undefined ? [] : [simulatedMarket({ ...open, coin, market, facts })];
      });
      const seed = { firstDay: open.firstDay, days: CHAIN_DAYS, anchor: open.chain.anchor };
      return { source: 'simulated', speed: 1, markets, announce: (tx) => announceSeed(tx, seed) };
    },
  };
}

/** Opens the chain, and finds the series that continues it, if any. */
async function openChain(
  { dataDir, seed }: SimulatedSettings,
  known: readonly KnownSeries[],
  nowMs: number,
): Promise<OpenChain> {
  const secret = seed === undefined ? await ownSecret(dataDir, known, nowMs) : secretOfSeed(seed, nowMs);
  const chain = seedChain(secret.lastKey);
  const continued = known.find(({ state }) => state['anchor'] === chain.anchor) ?? known.find(isBefore(seed));
  const storedDay = continued?.state['firstDay'];
  const firstDay = typeof storedDay === 'string' ? storedDay : secret.firstDay;
  return { chain, firstDay, identity: continued?.identity ?? chainIdentity({ anchor: chain.anchor, firstDay }) };
}

/** Reads the secret of this exchange. Throws when existing prices continue with another one. */
async function ownSecret(dataDir: string, known: readonly KnownSeries[], nowMs: number): Promise<ChainSecret> {
  const own = known.find(({ state }) => state['anchor'] !== undefined && state['reproducible'] === undefined)?.state;
  const secret = await readChainSecret(dataDir, nowMs, own !== undefined);
  if (own === undefined) return secret;
  if (own['anchor'] !== seedChain(secret.lastKey).anchor || own['firstDay'] !== secret.firstDay)
    throw new FeedSetupError(`${dataDir}/seed.key is not the one that this exchange's simulated prices go on with.`);
  return secret;
}

/** Whether a series is one of the earlier model: of this seed, or of one that was drawn and stored. */
function isBefore(seed: string | undefined): (series: KnownSeries) => boolean {
  const identity = seed === undefined ? undefined : digestOf(`${FIRST_MODEL}|${seed}`);
  return (series) =>
    series.state['anchor'] === undefined &&
    (identity === undefined ? series.state['seed'] !== undefined : series.identity === identity);
}

type SimulatedMarket = OpenChain & {
  readonly coin: CoinModel;
  readonly market: MarketRecord;
  /** Facts of a series that begins now, or that this model takes over now. */
  readonly facts: Facts;
};

function simulatedMarket(simulated: SimulatedMarket): FeedMarket {
  return {
    symbol: simulated.market.symbol,
    identity: simulated.identity,
    initialState: simulated.facts,
    advance: (position, untilMs, nowMs = untilMs) => advance(simulated, position, { untilMs, nowMs }),
  };
}

type Due = Readonly<Record<'untilMs' | 'nowMs', number>>;

function advance(simulated: SimulatedMarket, position: SeriesPosition, { untilMs, nowMs }: Due): FeedBatch {
  const { coin, market } = simulated;
  const places = { price: market.terms.pricePrecision, quantity: market.terms.quantityPrecision };
  const facts = factsAt(simulated, position, nowMs);
  const past = pastOf(facts);
  const ticks: NewTick[] = [];
  let priceBefore = position.lastPrice ?? coin.anchor;
  let beforeMs = position.lastAtMs ?? past.fromMs;
  let atMs = nextTickMs(beforeMs, past);
  while (atMs <= untilMs && ticks.length < BATCH_TICKS_MAX) {
    const isHistory = atMs <= facts.liveFromMs;
    const key = isHistory ? HISTORY_KEY : keyOf(simulated, facts, atMs);
    // The chain has ended, and with it the series.
    if (key === undefined) return { ticks, state: facts, nextAtMs: undefined };
    const volumeAtMs = volumeTime(facts.model, atMs);
    const step = { coin, priceBefore, stepMs: atMs - beforeMs, isHistory, volumeAtMs };
    const tick = simulateTick(noiseWords(key, `${market.symbol}|${atMs}`), step, places);
    ticks.push({ at: new Date(atMs).toISOString(), ...tick });
    priceBefore = tick.price;
    beforeMs = atMs;
    atMs = nextTickMs(beforeMs, past);
  }
  return { ticks, state: facts, nextAtMs: atMs };
}

/** Facts of the series itself; a series of the earlier model has none and is taken over. */
function factsAt({ facts }: SimulatedMarket, { state, lastAtMs }: SeriesPosition, nowMs: number): Facts {
  const own: Facts & SeriesState = { ...facts, ...state };
  if (lastAtMs === undefined) return own;
  const { fromMs, toMs } = pastAfter(pastOf(own), lastAtMs, nowMs);
  return { ...own, sparseFromMs: fromMs, sparseToMs: toMs };
}

const pastOf = ({ sparseFromMs: fromMs, sparseToMs: toMs }: Facts) => ({ fromMs, toMs });

function keyOf({ chain }: SimulatedMarket, { firstDay }: Facts, atMs: number): Buffer | undefined {
  return chain.tickKey(chainDayOf(firstDay, atMs));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

// Density of the simulated feed's ticks: one a second, and in a past without trading fewer the older it is, without
// gaps in the bars with which a chart opens.

// Bars of at least four ticks: 25 hours of minutes, which the time-share chart shows, and 300 bars of every longer
// period up to the day, with which a chart opens: 300 x 15 min are 3.1 days, 300 hours 12.5, 300 x 4 hours 50, 300 x 12
// hours 150, and 60 weeks 420 days. Before that there is still a bar for every day.
const DENSITIES: readonly { readonly ageMaxMs: number; readonly stepMs: number }[] = [
  { ageMaxMs: 2 * MINUTE_MS, stepMs: SECOND_MS },
  { ageMaxMs: 25 * HOUR_MS, stepMs: 15 * SECOND_MS },
  { ageMaxMs: 4 * DAY_MS, stepMs: MINUTE_MS },
  { ageMaxMs: 15 * DAY_MS, stepMs: 5 * MINUTE_MS },
  { ageMaxMs: 52 * DAY_MS, stepMs: HOUR_MS },
  { ageMaxMs: 152 * DAY_MS, stepMs: 3 * HOUR_MS },
  { ageMaxMs: 430 * DAY_MS, stepMs: 6 * HOUR_MS },
  { ageMaxMs: Number.POSITIVE_INFINITY, stepMs: 12 * HOUR_MS },
];

const HISTORY_MONTHS = 61;

/** Range with sparse ticks: instants from `fromMs` on and before `toMs`. Decided once, and stored with the series. */
type SparsePast = { readonly fromMs: number; readonly toMs: number };

/** The past of a series that begins now: 61 calendar months. */
function newPast(nowMs: number): SparsePast {
  const now = new Date(nowMs);
  const fromMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HISTORY_MONTHS, 1);
  return { fromMs, toMs: Math.floor(nowMs / SECOND_MS) * SECOND_MS };
}

/**
 * The sparse range of a series that ends at `atMs`, at the time `nowMs`: a new range only when more than a day and an
 * hour are missing. The first hour and the last day are filled in by the second: that hour settles everything that was
 * open when the feed stopped as if it had continued.
 */
function pastAfter(past: SparsePast, atMs: number, nowMs: number): SparsePast {
  const gap = { fromMs: atMs + HOUR_MS, toMs: nowMs - DAY_MS };
  return atMs >= past.toMs && gap.fromMs < gap.toMs ? gap : past;
}

/** Instant of the tick after `atMs`. */
function nextTickMs(atMs: number, { fromMs, toMs }: SparsePast): number {
  const ageMs = atMs < fromMs ? 0 : toMs - atMs;
  const stepMs = DENSITIES.find(({ ageMaxMs }) => ageMs <= ageMaxMs)?.stepMs ?? SECOND_MS;
  // Instants are multiples of the step, so that bars begin with a tick.
  return (Math.floor(atMs / stepMs) + 1) * stepMs;
}
