/**
 * The prices of another exchange, read from its signed log (README.md of the folder above): for practice beside a real
 * exchange, and for mirrors.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readEnvelope } from '@halyard/contract/envelope';
import { indexAt } from '@halyard/contract/market/liveIndex';
import { getPriceSource, type PriceOrigin } from '@halyard/contract/market/priceSourceCalls';
import { HASH_BYTES, isSameBytes, utf8Of } from '@halyard/contract/transparency/bytes';
import {
  parseEntry,
  writeQuote,
  type Entry,
  type Quote,
  type SeriesEntry,
} from '@halyard/contract/transparency/entries';
import { isoOf } from '@halyard/contract/transparency/exitRule';
import { followedIndex, withPrices, withQuotes, type FollowedIndex } from '@halyard/contract/transparency/followLive';
import { append, isIncluded, leafHash, rootOf, type Frontier } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, verifyNote, type Checkpoint, type VerifierKey } from '@halyard/contract/transparency/note';
import { need } from '@halyard/contract/transparency/steps';
import {
  frontierOf,
  inclusionProof,
  parseBundle,
  TILE_WIDTH,
  tilePath,
  tileWidth,
  type Tile,
} from '@halyard/contract/transparency/tiles';
import type { Database } from '../../../db/database.ts';
import type { FeedLog } from '../../appendDue.ts';
import { listMarketRecords } from '../../marketRecord.ts';
import type { NewTick, SeriesState } from '../../series.ts';
import { BATCH_TICKS_MAX, FeedSetupError, type FeedMarket, type FeedSource } from '../feed.ts';

/** The other exchange. */
export type Followed = {
  /** Its address, as the operator wrote it. */
  readonly address: string;
  readonly readLog: ReadPath;
  /** Its answer about a market; undefined when it has none. */
  readonly readOrigin: (symbol: string) => Promise<PriceOrigin | undefined>;
};
export type FollowSettings = { readonly key: VerifierKey };
export type FollowDeps = { readonly db: Database; readonly log: FeedLog };

export type FollowSource = FeedSource & {
  /** Reads what the other log has more. False once it was not as signed: then no price is taken any more. */
  poll(): Promise<boolean>;
  /** Looks again and again until `close`. */
  start(): void;
  close(): void;
};

const POLL_EVERY_MS = 300;
/** A node that takes the lead has the prices of the last minutes. */
const KEPT_MS = 600_000;

/** A price with the quotes that make it, on live prices. */
type Price = NewTick & { readonly atMs: number; readonly quotes: readonly Quote[] | undefined };

type Series = {
  readonly entry: SeriesEntry;
  index: FollowedIndex | undefined;
  readonly prices: Price[];
  /** Prices whose quotes are in one of the next entries. */
  readonly unproved: Price[];
};

/** Connects to the other exchange. Throws a {@link FeedSetupError} when its log is not signed by the key. */
export async function createFollowSource(
  { key }: FollowSettings,
  followed: Followed,
  { db, log }: FollowDeps,
): Promise<FollowSource> {
  const { address } = followed;
  const { logged, series } = await begin(followed, key, db).catch((error: unknown) => {
    throw new FeedSetupError(`FEED=follow:${address}: ${reasonOf(error)}.`);
  });
  const closing = new AbortController();
  let isFalse = false;

  const poll = async (): Promise<boolean> => {
    if (isFalse) return false;
    try {
      for (const entry of await logged.read()) takeEntry(series, entry);
    } catch (error) {
      if (error instanceof UnreachableError) {
        log.warn({ address, reason: error.message }, 'the followed exchange cannot be read');
        return true;
      }
      isFalse = true;
      log.error({ err: error, address }, 'the followed log is not as it was signed: its prices are no longer taken');
    }
    return !isFalse;
  };
  return {
    open: async (opened) => {
      const known = new Set((await listMarketRecords(opened)).map(({ symbol }) => symbol));
      const markets = [...series.values()].filter(({ entry }) => known.has(entry.market));
      const [first] = markets;
      if (first === undefined) throw new FeedSetupError(`FEED=follow:${address}: it has none of the markets here.`);
      const { source } = first.entry;
      return {
        source,
        speed: 1,
        markets: markets.filter(({ entry }) => entry.source === source).map((one) => followedMarket(key.name, one)),
      };
    },
    poll,
    start: () => {
      const again = async () => {
        while (!closing.signal.aborted && (await poll()))
          await setTimeout(POLL_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      };
      void again();
    },
    close: () => closing.abort(),
  };
}

/** The other exchange does not answer, or not with what was asked for. */
class UnreachableError extends Error {}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function begin({ readLog, readOrigin }: Followed, key: VerifierKey, db: Database) {
  const logged = await followLog(readLog, key);
  const series = new Map<number, Series>();
  for (const { symbol } of await listMarketRecords(db)) {
    const origin = await readOrigin(symbol);
    if (origin === undefined || origin.seriesEntry == null) continue;
    const entry = await readSeries(logged, symbol, origin.seriesEntry);
    series.set(entry.id, { entry, index: followedIndex(entry), prices: [], unproved: [] });
  }
  return { logged, series };
}

/** The entry of a market's series in the log. */
async function readSeries(logged: FollowedLog, symbol: string, index: number): Promise<SeriesEntry> {
  const entry = await logged.entry(index);
  need(entry.kind === 'series' && entry.market === symbol, `entry ${index} is no series of ${symbol}`);
  return entry;
}

function takeEntry(series: ReadonlyMap<number, Series>, entry: Entry): void {
  if (entry.kind === 'series') {
    const replaced = [...series.values()].find((one) => one.entry.market === entry.market && one.entry.id !== entry.id);
    need(replaced === undefined, `${entry.market} has a new series there: start again to follow it`);
  }
  if (entry.kind === 'prices') {
    for (const run of entry.series) {
      const known = series.get(run.id);
      if (known === undefined) continue;
      const prices = run.ticks.map(({ atMs, price, quantity }) => ({ at: isoOf(atMs), atMs, price, quantity }));
      if (known.index === undefined)
        keep(
          known,
          prices.map((one) => ({ ...one, quotes: undefined })),
        );
      else {
        known.index = withPrices(known.index, entry.loggedMs, run);
        known.unproved.push(...prices.map((one) => ({ ...one, quotes: undefined })));
      }
    }
  }
  if (entry.kind === 'quotes') for (const quoted of entry.ticks) prove(series.get(quoted.id), quoted);
}

/** A price counts once its quotes make it. */
function prove(
  known: Series | undefined,
  quoted: { readonly id: number; readonly seq: number; readonly quotes: readonly Quote[] },
): void {
  if (known?.index === undefined) return;
  known.index = withQuotes(known.index, quoted).index;
  const next = known.unproved.shift();
  if (next !== undefined) keep(known, [{ ...next, quotes: quoted.quotes }]);
}

function keep({ prices }: Series, more: readonly Price[]): void {
  prices.push(...more);
  const newestMs = prices.at(-1)?.atMs ?? 0;
  while ((prices[0]?.atMs ?? newestMs) < newestMs - KEPT_MS) prices.shift();
}

function followedMarket(origin: string, { entry, prices }: Series): FeedMarket {
  const index = followedIndex(entry);
  const facts: SeriesState =
    index === undefined ? { model: `followed/${entry.method}` } : { model: entry.method, minSources: index.minSources };
  return {
    symbol: entry.market,
    identity: createHash('sha256')
      .update(`halyard/follow/v1\n${origin}\nseries ${entry.id} ${entry.identity}\n`)
      .digest('hex'),
    initialState: facts,
    advance: ({ lastAtMs = 0 }, untilMs) => {
      const due = prices.filter(({ atMs }) => atMs > lastAtMs && atMs <= untilMs).slice(0, BATCH_TICKS_MAX);
      const last = due.at(-1);
      const ticks = due.map(({ at, price, quantity }) => ({ at, price, quantity }));
      const nextAtMs = untilMs + POLL_EVERY_MS;
      if (index === undefined) return { ticks, state: facts, nextAtMs };
      const venues = (last?.quotes ?? []).map(({ source }) => source).join(',');
      const state = last === undefined ? facts : { ...facts, venues, sources: countedOf(last, index) };
      return { ticks, inputs: due.map(({ quotes = [] }) => quotes.map(writeQuote).join('\n')), state, nextAtMs };
    },
  };
}

/** How many venues made a price. */
function countedOf({ atMs, quotes = [] }: Price, { pricePlaces, minSources }: FollowedIndex): number {
  const given = quotes.flatMap(({ source, quoted }) => (quoted === null ? [] : [{ source, ...quoted }]));
  return indexAt(atMs, given, { pricePlaces, minSources })?.counted.length ?? 0;
}

// The signed log of another exchange, from the tree that it shows first: each later tree must continue it, and each
// entry is one of the signed tree.

/** Reads a file of the log by its path. Throws when it cannot be read. */
type ReadPath = (path: string) => Promise<Uint8Array>;

type FollowedLog = {
  /** The entries that were added since the last call. Throws where they are not as they were signed. */
  read(): Promise<readonly Entry[]>;
  /** An entry of the tree that is known. */
  entry(index: number): Promise<Entry>;
};

/** Reads the first tree. Throws when it is not signed by `key`, or not the tree of its tiles. */
async function followLog(readPath: ReadPath, key: VerifierKey): Promise<FollowedLog> {
  const readTile = (tile: Tile) => readPath(tilePath(tile));
  let seen = await readCheckpoint(readPath, key);
  let frontier = await frontierOf(seen.size, readTile);
  need(isSameBytes(rootOf(frontier), seen.root), 'the tiles are not the tree that was signed');

  const entriesOf = async (index: number, size: number) => {
    const width = tileWidth(0, index, size);
    const entries = parseBundle(await readTile({ level: 'entries', index, width }));
    need(entries.length === width, `tile ${index} has another width`);
    return entries;
  };
  return {
    async read() {
      const next = await readCheckpoint(readPath, key);
      need(next.size >= seen.size, `${next.size} entries are published, and ${seen.size} were before`);
      const grown = await readGrowth({ from: seen.size, size: next.size }, frontier, { readTile, entriesOf });
      need(isSameBytes(rootOf(grown.frontier), next.root), 'the log does not continue the tree of before');
      [seen, frontier] = [next, grown.frontier];
      return grown.entries.map(textEntry);
    },
    async entry(index) {
      const { size, root } = seen;
      const entry = (await entriesOf(Math.floor(index / TILE_WIDTH), size))[index % TILE_WIDTH];
      need(entry !== undefined, `no entry ${index}`);
      const proof = await inclusionProof(index, size, readTile);
      need(isIncluded({ index, size, leaf: leafHash(entry), root }, proof), `entry ${index} is not in the tree`);
      return textEntry(entry);
    },
  };
}

type Readers = {
  readonly readTile: (tile: Tile) => Promise<Uint8Array>;
  readonly entriesOf: (index: number, size: number) => Promise<readonly Uint8Array[]>;
};

/** The entries that were added, each with the hash of its tile, and the right edge of the tree with them. */
async function readGrowth(
  { from, size }: { readonly from: number; readonly size: number },
  before: Frontier,
  { readTile, entriesOf }: Readers,
): Promise<{ readonly entries: readonly Uint8Array[]; readonly frontier: Frontier }> {
  const added: Uint8Array[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index += 1) {
    const entries = await entriesOf(index, size);
    const hashes = await readTile({ level: 0, index, width: entries.length });
    for (const [place, entry] of entries.entries()) {
      if (index * TILE_WIDTH + place < from) continue;
      const hash = hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
      need(isSameBytes(leafHash(entry), hash), `entry ${index * TILE_WIDTH + place} is not as it was signed`);
      added.push(entry);
    }
  }
  return { entries: added, frontier: append(before, added.map(leafHash)).frontier };
}

async function readCheckpoint(readPath: ReadPath, key: VerifierKey): Promise<Checkpoint> {
  const checkpoint = parseCheckpoint(utf8Of(await readPath('checkpoint')) ?? '');
  need(checkpoint.origin === key.name, `the checkpoint of another log, ${checkpoint.origin}`);
  need(verifyNote(checkpoint.note, [key]).length > 0, 'the checkpoint is not signed by FOLLOW_KEY');
  return checkpoint;
}

function textEntry(entry: Uint8Array): Entry {
  return parseEntry(utf8Of(entry) ?? '');
}

// Another exchange by its public calls: its log, and its answer about the source of a market's prices.

const ANSWER_MS = 10_000;

/** The exchange at an address, `https://exchange.example`. */
export function remoteExchange(address: string): Followed {
  return {
    address,
    readLog: async (path) => new Uint8Array(await (await ask(new URL(`log/${path}`, `${address}/`))).arrayBuffer()),
    readOrigin: async (symbol) => {
      const url = new URL(`api/${getPriceSource.path}`, `${address}/`);
      url.searchParams.set('symbol', symbol);
      const reply = readEnvelope(await (await ask(url)).json());
      return reply?.ok === true ? z.parse(getPriceSource.answer, reply.payload) : undefined;
    },
  };
}

/** Throws an {@link UnreachableError}. */
async function ask(url: URL): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error: unknown) => {
    throw new UnreachableError(`${url.href}: ${String(error)}`);
  });
  if (!answer.ok) throw new UnreachableError(`${url.href} answers ${answer.status}`);
  return answer;
}
