/** The live feed: the index of what several venues quote, once a second (README.md of the folder above). */
import { createHash } from 'node:crypto';
import {
  indexAfter,
  judgeQuotes,
  liveMethod,
  spreadOf,
  type IndexPrice,
  type VenueQuote,
} from '@halyard/contract/market/liveIndex';
import type { VenueNow } from '@halyard/contract/market/priceSourceCalls';
import { round, type Decimal } from '@halyard/contract/money';
import { SECOND_MS } from '@halyard/contract/time';
import { writeQuote } from '@halyard/contract/transparency/entries';
import { passes, type Clock } from '../../../clock.ts';
import type { Database, Reader } from '../../../db/database.ts';
import type { EventBus } from '../../../events/events.ts';
import type { FeedLog } from '../../appendDue.ts';
import { listMarketRecords, type MarketRecord } from '../../marketRecord.ts';
import type { NewTick, SeriesPosition } from '../../series.ts';
import { FeedSetupError, type FeedBatch, type FeedMarket, type FeedSource } from '../feed.ts';
import { connectVenue, type ConnectionDeps, type VenueConnection } from './connection.ts';
import { createQuoteBook, createVolumeBook, LATE_MAX_MS, type QuoteBook, type VolumeBook } from './quoteBook.ts';
import type { Venue } from './venues.ts';

/** A name of a pair at a venue that is not the usual one; `undefined`: the venue does not count for this market. */
export type SymbolOverride = {
  readonly venue: string;
  readonly market: string;
  readonly symbol: string | undefined;
};

export type LiveSettings = {
  readonly venues: readonly Venue[];
  readonly minSources: number;
  readonly symbols: readonly SymbolOverride[];
  /** Addresses in place of the venues' own, by venue. */
  readonly origins: ReadonlyMap<string, string>;
};

export type LiveDeps = Pick<ConnectionDeps, 'open' | 'random'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FeedLog;
  readonly events: Pick<EventBus, 'subscribe'>;
};

export type LiveSource = FeedSource & {
  /** Waits until every venue has sent a quote, at most so long. */
  firstQuotes(maxMs: number): Promise<void>;
  /** The names of the markets at a venue, by the exchange's symbols. */
  symbolsAt(venue: string): ReadonlyMap<string, string>;
  /** The quotes of each venue of a market now, by its exchange symbol. */
  venuesOf: ReadVenues;
  /** The venues with age and spread of their newest quote, by market, in one line. */
  describe(): string;
  close(): void;
};

/** Reads what each venue of a market quotes now. */
export type ReadVenues = (symbol: string) => readonly VenueNow[];

const POLL_MS = 50;

/** The name of a market at a venue. */
type Listing = { readonly venue: Venue; readonly symbol: string };

/** Opens a line to each venue, on every node: one that takes the feed over has quotes at once. */
export async function createLiveSource(settings: LiveSettings, deps: LiveDeps): Promise<LiveSource> {
  const { db, clock, log, events } = deps;
  refuseUnknown(settings, await listMarketRecords(db));
  const records = await listTraded(db);
  const book = createQuoteBook();
  const volumes = createVolumeBook();
  let { markets, connections } = openLines(deps, settings, { records, book, volumes });
  // A listed or ended market needs other lines. The new ones open before the old ones close.
  const follow = (found: readonly MarketRecord[]) => {
    const symbolsOf = (all: readonly MarketRecord[]) => all.map(({ symbol }) => symbol).join();
    if (symbolsOf(found) === symbolsOf(markets.map(({ record }) => record))) return;
    const before = connections;
    ({ markets, connections } = openLines(deps, settings, { records: found, book, volumes }));
    for (const connection of before) connection.close();
  };
  // Also on a node that does not lead: it shows the quotes of venues, and may fetch bars.
  const unsubscribe = events.subscribe(({ type }) => {
    if (type !== 'markets-changed') return;
    void listTraded(db)
      .then(follow)
      .catch((error: unknown) => log.error({ err: error }, 'the venues do not follow the listed markets'));
  });
  const source = settings.venues
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
  return {
    open: async (opened) => {
      const found = await listTraded(opened);
      follow(found);
      const known = new Map(found.map((record) => [record.symbol, record]));
      return {
        source: 'live',
        speed: 1,
        markets: markets.flatMap(({ record, listings }) => {
          const market = known.get(record.symbol);
          const isPriced = market !== undefined && listings.length >= settings.minSources;
          return isPriced
            ? [liveMarket({ market, listings, minSources: settings.minSources, book, volumes, log })]
            : [];
        }),
      };
    },
    firstQuotes: async (maxMs) => {
      const endMs = performance.now() + maxMs;
      const isWaiting = () => connections.some((connection) => !connection.isLive());
      while (isWaiting() && performance.now() < endMs) await passes(POLL_MS, new AbortController().signal);
    },
    symbolsAt: (name) =>
      new Map(
        markets.flatMap(({ record, listings }) =>
          listings.filter(({ venue }) => venue.name === name).map(({ symbol }) => [record.symbol, symbol] as const),
        ),
      ),
    venuesOf: (symbol) => {
      const listings = markets.find(({ record }) => record.symbol === symbol)?.listings ?? [];
      return venuesNow(listings, book.newestOf(symbol), clock.nowMs());
    },
    describe: () => {
      const lines = markets.map((market) => describeMarket(market, book, clock.nowMs()));
      return `Live prices of ${source}: ${lines.join('; ')}`;
    },
    close: () => {
      unsubscribe();
      for (const connection of connections) connection.close();
    },
  };
}

/** The markets that have not ended. */
async function listTraded(reader: Reader): Promise<MarketRecord[]> {
  return (await listMarketRecords(reader)).filter(({ isDelisted }) => !isDelisted);
}

/** Lines to all venues, for the markets that each has. */
function openLines(
  deps: LiveDeps,
  settings: LiveSettings,
  { records, ...books }: { readonly records: readonly MarketRecord[] } & Books,
) {
  const markets = records.map((record) => ({ record, listings: listingsOf(settings, record) }));
  const connections = settings.venues.flatMap((venue) => {
    const names = new Map(
      markets.flatMap(({ record, listings }) =>
        listings.filter((one) => one.venue === venue).map(({ symbol }) => [symbol, record.symbol] as const),
      ),
    );
    if (names.size === 0) return [];
    return [connect(deps, { venue, names, origin: settings.origins.get(venue.name), ...books })];
  });
  return { markets, connections };
}

function venuesNow(listings: readonly Listing[], quotes: readonly VenueQuote[], nowMs: number): VenueNow[] {
  const judged = new Map(judgeQuotes(nowMs, quotes).map(({ quote, state }) => [quote.source, { quote, state }]));
  return listings.map(({ venue: { name }, symbol }) => {
    const found = judged.get(name);
    if (found === undefined) return { name, symbol, bid: null, ask: null, ageMs: null, state: 'none' };
    const { bid, ask, receivedMs } = found.quote;
    return { name, symbol, bid, ask, ageMs: Math.max(0, nowMs - receivedMs), state: found.state };
  });
}

/** A market, and where it is listed, in the order of the setting. */
type Followed = { readonly record: MarketRecord; readonly listings: readonly Listing[] };

type Books = { readonly book: QuoteBook; readonly volumes: VolumeBook };

type Line = Books & {
  readonly venue: Venue;
  /** The exchange's symbols by those of the venue. */
  readonly names: ReadonlyMap<string, string>;
  readonly origin: string | undefined;
};

function connect({ clock, log, open, random }: LiveDeps, line: Line): VenueConnection {
  const { venue, names, origin, book, volumes } = line;
  return connectVenue({
    venue,
    symbols: [...names.keys()],
    origin,
    clock,
    log,
    ...(open && { open }),
    ...(random && { random }),
    onQuote: ({ symbol, ...quote }) => {
      const own = names.get(symbol);
      if (own !== undefined) book.take(own, { source: venue.name, ...quote });
    },
    onTrade: ({ symbol, ...trade }) => {
      const own = names.get(symbol);
      if (own !== undefined) volumes.take(own, trade);
    },
  });
}

function listingsOf({ venues, symbols }: LiveSettings, { symbol: market, base, quote }: MarketRecord): Listing[] {
  return venues.flatMap((venue) => {
    const override = symbols.find((one) => one.venue === venue.name && one.market === market);
    const symbol = override === undefined ? venue.symbolOf(base, quote) : override.symbol;
    return symbol === undefined ? [] : [{ venue, symbol }];
  });
}

function refuseUnknown({ symbols, venues }: LiveSettings, records: readonly MarketRecord[]): void {
  for (const { venue, market } of symbols) {
    if (!records.some(({ symbol }) => symbol === market))
      throw new FeedSetupError(`LIVE_SYMBOLS names ${market}, which is no market of this exchange.`);
    if (!venues.some(({ name }) => name === venue))
      throw new FeedSetupError(`LIVE_SYMBOLS names ${venue}, which FEED does not.`);
  }
}

type LiveMarket = Books & {
  readonly market: MarketRecord;
  readonly listings: readonly Listing[];
  readonly minSources: number;
  readonly log: FeedLog;
};

function liveMarket(live: LiveMarket): FeedMarket {
  const { market, listings, minSources } = live;
  const names = listings.map(({ venue, symbol }) => `${venue.name} ${symbol}`).toSorted();
  const venues = listings.map(({ venue }) => venue.name).toSorted();
  const facts = { model: liveMethod(minSources), venues: venues.join(','), minSources };
  let unconfirmed: Decimal | undefined;
  return {
    symbol: market.symbol,
    identity: liveIdentity(names, minSources),
    initialState: facts,
    advance: (position, untilMs) => {
      const { indexes, nextAtMs, jump } = dueIndexes(live, position, untilMs);
      if (jump !== undefined && unconfirmed === undefined)
        live.log.warn(
          { symbol: market.symbol, last: jump },
          'a live price moved by more than 10 % and is not confirmed',
        );
      unconfirmed = jump;
      const sources = indexes.at(-1)?.index.counted.length ?? 0;
      return { ...batchOf(indexes, venues), state: { ...facts, sources }, nextAtMs };
    },
  };
}

/** Names a series by everything that its price depends on but the quotes. */
export function liveIdentity(names: readonly string[], minSources: number): string {
  const lines = ['halyard/live-index/v1', `rule ${liveMethod(minSources)}`, ...names];
  return createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
}

type DueIndex = { readonly atMs: number; readonly index: IndexPrice; readonly quantity: Decimal };

/** The indexes of the whole seconds up to now that have none yet; those of longer ago stay missing. */
function dueIndexes({ market, minSources, book, volumes }: LiveMarket, position: SeriesPosition, untilMs: number) {
  const quotes = book.quotesOf(market.symbol);
  const terms = { pricePlaces: market.terms.pricePrecision, minSources };
  const nowMs = Math.floor(untilMs / SECOND_MS) * SECOND_MS;
  const { lastAtMs = 0 } = position;
  const firstMs = Math.max(Math.floor(lastAtMs / SECOND_MS) * SECOND_MS + SECOND_MS, nowMs - LATE_MAX_MS);
  const indexes: DueIndex[] = [];
  let last = position.lastPrice;
  let volumeFromMs = lastAtMs;
  let jump: Decimal | undefined;
  for (let atMs = firstMs; atMs <= nowMs; atMs += SECOND_MS) {
    const index = indexAfter(last, atMs, quotes, terms);
    jump = index === 'unconfirmed' ? last : undefined;
    if (index === undefined || index === 'unconfirmed') continue;
    const volume = volumes.between(market.symbol, volumeFromMs, atMs);
    indexes.push({ atMs, index, quantity: round(volume, market.terms.quantityPrecision, 'down') });
    last = index.price;
    volumeFromMs = atMs;
  }
  return { indexes, jump, nextAtMs: Math.max(firstMs, nowMs + SECOND_MS) };
}

/** The ticks, each with the quotes of all venues. */
function batchOf(
  indexes: readonly DueIndex[],
  venues: readonly string[],
): Required<Pick<FeedBatch, 'ticks' | 'inputs'>> {
  const ticks = indexes.map(({ atMs, index, quantity }): NewTick => ({
    at: new Date(atMs).toISOString(),
    price: index.price,
    quantity,
  }));
  const inputs = indexes.map(({ index }) =>
    venues
      .map((source) => writeQuote({ source, quoted: index.inputs.find((one) => one.source === source) ?? null }))
      .join('\n'),
  );
  return { ticks, inputs };
}

/** Venues are in the order of the setting, not in that of their first quotes. */
function describeMarket({ record: { symbol }, listings }: Followed, book: QuoteBook, nowMs: number): string {
  const newest = new Map(book.newestOf(symbol).map((quote) => [quote.source, quote]));
  const quotes = listings.flatMap(({ venue: { name } }) => {
    const quote = newest.get(name);
    if (quote === undefined) return [];
    const age = ((nowMs - quote.receivedMs) / SECOND_MS).toFixed(1);
    return [`${name} ${age} s ${spreadOf(quote)} %`];
  });
  return `${symbol} ${quotes.length === 0 ? 'no quote' : quotes.join(', ')}`;
}
