/** The simulated feed: prices that cannot be predicted and can be verified afterwards (README.md in this folder). */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { COIN_MODELS, simulateTick, type CoinModel } from '@halyard/contract/market/simulatedModel';
import { dateOf, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/contract/time';
import { toBase64 } from '@halyard/contract/transparency/bytes';
import { chainIdentity, NEW_MODEL, volumeTime } from '@halyard/contract/transparency/fixedKeys';
import { chainDayOf, HISTORY_KEY, keyBefore, tickKeyOf } from '@halyard/contract/transparency/seedChain';
import { readPrivateFile, savePrivateFile } from '../../privateFile.ts';
import { announceSeed } from '../../transparency/revealJob.ts';
import { listMarketRecords, type MarketRecord } from '../marketRecord.ts';
import { listSeries, type KnownSeries, type NewTick, type SeriesPosition, type SeriesState } from '../series.ts';
import {
  BATCH_TICKS_MAX,
  FeedSetupError,
  noiseWords,
  type FeedBatch,
  type FeedMarket,
  type FeedSource,
} from './feed.ts';

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

// Chain of day keys of the simulated feed, and the storage of its secret.

/** Length of a chain in days. */
export const CHAIN_DAYS = 3660;

type SeedChain = {
  /** `K_0`, base64. */
  readonly anchor: string;
  /** Key of a day, where `K_1` is day 1; undefined outside the chain. It is published when the day is over. */
  dayKey(day: number): Uint8Array | undefined;
  /** Key with which the ticks of a day are made. */
  tickKey(day: number): Buffer | undefined;
};

/** The stored part of a chain. */
type ChainSecret = {
  /** Date of day 1: a chain that another database reuses continues at the same key. */
  readonly firstDay: string;
  readonly lastKey: Buffer;
};

const KEY_BYTES = 32;
const FILE = 'seed.key';
const LINES = /^first_day (\d{4}-\d\d-\d\d)\nkey ([A-Za-z0-9+/]{43}=)\n$/;

/** The chain that ends with `lastKey`. */
export function seedChain(lastKey: Uint8Array): SeedChain {
  const keys = [lastKey];
  for (let key = lastKey; keys.length <= CHAIN_DAYS; keys.push(key)) key = keyBefore(key);
  const dayKey = (day: number) => (day < 1 ? undefined : keys[CHAIN_DAYS - day]);
  const ofDays = new Map<number, Buffer>();
  return {
    anchor: toBase64(keys.at(-1) ?? lastKey),
    dayKey,
    tickKey: (day) => {
      const key = dayKey(day);
      if (key === undefined) return undefined;
      const tickKey = ofDays.get(day) ?? Buffer.from(tickKeyOf(key));
      ofDays.set(day, tickKey);
      return tickKey;
    },
  };
}

/** The chain of an operator's seed, if it begins on the day `nowMs`. */
export function secretOfSeed(seed: string, nowMs: number): ChainSecret {
  return { firstDay: dateOf(nowMs), lastKey: createHash('sha256').update('halyard/seed/v1\n').update(seed).digest() };
}

/**
 * Reads the chain of a data folder, or creates one that begins on the day `nowMs`. With `mustExist` none is created,
 * because existing prices continue with it.
 */
export async function readChainSecret(dataDir: string, nowMs: number, mustExist: boolean): Promise<ChainSecret> {
  const path = join(dataDir, FILE);
  const text = mustExist ? await readPrivateFile(path) : await savePrivateFile(path, newSecret(nowMs));
  if (text === undefined)
    throw new FeedSetupError(`${path} is missing, and this exchange's simulated prices go on with it: bring it back.`);
  return parseSecret(text, path);
}

/** Chains whose keys this node can publish: that of its data folder, and that of the operator's seed. */
export async function knownChains(dataDir: string, seed: string | undefined): Promise<readonly SeedChain[]> {
  const path = join(dataDir, FILE);
  const text = await readPrivateFile(path);
  const own = text === undefined ? [] : [parseSecret(text, path)];
  const given = seed === undefined ? [] : [secretOfSeed(seed, 0)];
  return [...own, ...given].map(({ lastKey }) => seedChain(lastKey));
}

function parseSecret(text: string, path: string): ChainSecret {
  const [, firstDay = '', key = ''] = LINES.exec(text) ?? [];
  if (key === '' || Number.isNaN(Date.parse(firstDay)))
    throw new FeedSetupError(`${path} is damaged, and simulated prices are made with it: bring it back.`);
  return { firstDay, lastKey: Buffer.from(key, 'base64') };
}

function newSecret(nowMs: number): string {
  return `first_day ${dateOf(nowMs)}\nkey ${randomBytes(KEY_BYTES).toString('base64')}\n`;
}
