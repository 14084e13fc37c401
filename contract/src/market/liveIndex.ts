/**
 * The price of a live market at a second: the median of what several venues quote. The exchange computes it, and anyone
 * can recompute it from the quotes in the public log.
 */
import { SECOND_MS } from '../time.ts';
import {
  absolute,
  add,
  compare,
  decimal,
  isPositive,
  multiply,
  round,
  subtract,
  toFixedText,
  type Decimal,
  HUNDRED,
  shareInPercent,
} from '../money/money.ts';

/** The name of the rule. Another rule has another name, and with it begins another series. */
const LIVE_INDEX_RULE = 'median-1';
/** A quote counts this long after it was received. */
export const QUOTE_AGE_MAX_MS = 5000;
/** Options and futures are open while so many venues count. */
export const DERIVATIVES_SOURCES_MIN = 3;

/** Why a market takes no options and no new positions now; undefined when it does. */
export function derivativesFault({
  status,
  source,
  sources = 0,
}: {
  readonly status: string;
  readonly source: string | undefined;
  /** How many venues made the last price of a live series. */
  readonly sources?: number | undefined;
}): 'MARKET_SUSPENDED' | 'VENUES_TOO_FEW' | undefined {
  if (status !== 'trading') return 'MARKET_SUSPENDED';
  return source === 'live' && sources < DERIVATIVES_SOURCES_MIN ? 'VENUES_TOO_FEW' : undefined;
}

const HALF = decimal('0.5');
/** The spread of a quote is at most one part in 100 of its middle. */
const SPREAD_PARTS = HUNDRED;
/** A venue that is further from the median than one part in 200 (0.5 %) is dropped. */
const DEVIATION_PARTS = decimal('200');
/** A price further from the last tick than one part in 10 needs a second that confirms it. */
const JUMP_PARTS = decimal('10');

/** The name of the rule in the public log, with the number of venues that a price needs. */
export function liveMethod(minSources: number): string {
  return `${LIVE_INDEX_RULE}/${minSources}`;
}

/** How many venues a price needs by a method of the public log; undefined for a method of other prices. */
export function minSourcesOf(method: string): number | undefined {
  const [, digits] = /^median-1\/([1-9])$/.exec(method) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 10);
}

/** Whether a price is more than 10 % away from the last one. */
export function isJump(price: Decimal, last: Decimal): boolean {
  return !isWithin(price, last, JUMP_PARTS);
}

/** The newest best bid and ask of a venue, with the instant of the exchange's clock at which they were received. */
export type VenueQuote = {
  readonly source: string;
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly receivedMs: number;
};

/** The operator's settings of the rule, and the market's places. */
export type IndexTerms = { readonly pricePlaces: number; readonly minSources: number };

/** An index price. */
export type IndexPrice = {
  readonly price: Decimal;
  /** The quotes of all venues whose newest is not too old, ascending by venue. */
  readonly inputs: readonly VenueQuote[];
  /** Of these, the venues that counted, including those dropped for their distance from the median. */
  readonly counted: readonly string[];
  /** Of these, the venues that were dropped. */
  readonly dropped: readonly string[];
};

/**
 * The index at `second`, in unix milliseconds; undefined when fewer venues count than the terms ask for, or none is
 * near the median. Of several quotes of a venue its newest one up to that second is used, whether it counts or not.
 */
export function indexAt(
  second: number,
  quotes: readonly VenueQuote[],
  { pricePlaces, minSources }: IndexTerms,
): IndexPrice | undefined {
  const inputs = newestOf(quotes.filter(({ receivedMs }) => isFresh(receivedMs, second)));
  const counted = inputs.filter(isSound).map(({ source, bid, ask }) => ({ source, mid: middle(bid, ask) }));
  if (counted.length === 0 || counted.length < minSources) return undefined;
  const center = median(counted.map(({ mid }) => mid));
  const near = counted.filter(({ mid }) => isWithin(mid, center, DEVIATION_PARTS));
  if (near.length === 0) return undefined;
  const price = round(median(near.map(({ mid }) => mid)), pricePlaces, 'half-even');
  if (!isPositive(price)) return undefined;
  return {
    price,
    inputs,
    counted: counted.map(({ source }) => source),
    dropped: counted.filter((one) => !near.includes(one)).map(({ source }) => source),
  };
}

/**
 * Whether a venue's newest quote counts for the index, is too far from the median, too old, too wide or crossed, or
 * missing.
 */
export const VENUE_STATES = ['counted', 'far', 'old', 'wide', 'crossed', 'none'] as const;
export type VenueState = (typeof VENUE_STATES)[number];

/** The newest quote of each venue up to `second`, and whether it counts for the index of that second. */
export function judgeQuotes(
  second: number,
  quotes: readonly VenueQuote[],
): readonly { readonly quote: VenueQuote; readonly state: VenueState }[] {
  const newest = newestOf(quotes.filter(({ receivedMs }) => receivedMs <= second));
  const dropped = indexAt(second, newest, { pricePlaces: 18, minSources: 1 })?.dropped ?? [];
  return newest.map((quote) => ({ quote, state: stateOf(second, quote, dropped) }));
}

function stateOf(second: number, quote: VenueQuote, dropped: readonly string[]): VenueState {
  if (!isFresh(quote.receivedMs, second)) return 'old';
  if (!isPositive(quote.bid) || compare(quote.bid, quote.ask) >= 0) return 'crossed';
  if (!isSound(quote)) return 'wide';
  return dropped.includes(quote.source) ? 'far' : 'counted';
}

/**
 * The index at `second` after a last price. One that is more than 10 % away from it must agree within 0.5 % with the
 * index of the second before; otherwise it is `unconfirmed`.
 */
export function indexAfter(
  last: Decimal | undefined,
  second: number,
  quotes: readonly VenueQuote[],
  terms: IndexTerms,
): IndexPrice | 'unconfirmed' | undefined {
  const index = indexAt(second, quotes, terms);
  if (index === undefined || last === undefined || !isJump(index.price, last)) return index;
  const before = indexAt(second - SECOND_MS, quotes, terms);
  return before !== undefined && isWithin(before.price, index.price, DEVIATION_PARTS) ? index : 'unconfirmed';
}

/** The spread of a quote in percent of its middle with three places, for people; a dash for a book without one. */
export function spreadOf({ bid, ask }: Pick<VenueQuote, 'bid' | 'ask'>): string {
  const center = middle(bid, ask);
  if (!isPositive(center)) return '-';
  return toFixedText(shareInPercent(subtract(ask, bid), center, 3, 'half-even'), 3);
}

function isFresh(receivedMs: number, second: number): boolean {
  return receivedMs <= second && second - receivedMs <= QUOTE_AGE_MAX_MS;
}

function isSound({ bid, ask }: VenueQuote): boolean {
  return (
    isPositive(bid) &&
    compare(bid, ask) < 0 &&
    compare(multiply(subtract(ask, bid), SPREAD_PARTS), middle(bid, ask)) <= 0
  );
}

const middle = (bid: Decimal, ask: Decimal) => multiply(add(bid, ask), HALF);

/** Whether a value is at most one of so many parts of the center away from it. */
function isWithin(value: Decimal, center: Decimal, parts: Decimal): boolean {
  return compare(multiply(absolute(subtract(value, center)), parts), center) <= 0;
}

function median(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted(compare);
  const half = Math.floor(sorted.length / 2);
  const [low = HALF, high = low] = sorted.length % 2 === 1 ? [sorted[half]] : sorted.slice(half - 1, half + 1);
  return middle(low, high);
}

function newestOf(quotes: readonly VenueQuote[]): VenueQuote[] {
  const newest = new Map<string, VenueQuote>();
  for (const quote of quotes) {
    const known = newest.get(quote.source);
    if (known === undefined || isNewer(quote, known)) newest.set(quote.source, quote);
  }
  return [...newest.values()].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

/** Of two quotes of one instant the higher one, so that their order changes nothing. */
function isNewer(one: VenueQuote, other: VenueQuote): boolean {
  if (one.receivedMs !== other.receivedMs) return one.receivedMs > other.receivedMs;
  return (compare(one.bid, other.bid) || compare(one.ask, other.ask)) > 0;
}
