/** Whether live prices are the index of the quotes beside them. */
import type { Decimal } from '../money/money.ts';
import { indexAt, isJump, minSourcesOf, type VenueQuote } from '../market/liveIndex.ts';
import type { Entry, LoggedTick, Quote, SeriesEntry } from './entries.ts';
import type { CommittedTick } from './exitRule.ts';
import { need } from './steps.ts';

/** The state of a series whose prices are an index. Plain data, to be stored as JSON. */
export type FollowedIndex = {
  readonly pricePlaces: number;
  readonly minSources: number;
  readonly lastPrice: Decimal | null;
  /** Prices whose quotes have not come yet; all were logged at one time. */
  readonly unproved: readonly UnprovedTick[];
  readonly loggedMs: number;
};

type UnprovedTick = { readonly seq: number; readonly atMs: number; readonly price: Decimal };

/** Undefined for series of other prices. */
export function followedIndex({ source, method, pricePlaces }: SeriesEntry): FollowedIndex | undefined {
  const minSources = source === 'live' ? minSourcesOf(method) : undefined;
  if (minSources === undefined) return undefined;
  return { pricePlaces, minSources, lastPrice: null, unproved: [], loggedMs: 0 };
}

/** With further prices, whose quotes must be logged at the same time. */
export function withPrices(
  index: FollowedIndex,
  loggedMs: number,
  { firstSeq, ticks }: { readonly firstSeq: number; readonly ticks: readonly LoggedTick[] },
): FollowedIndex {
  const more = ticks.map(({ atMs, price }, place) => ({ seq: firstSeq + place, atMs, price }));
  return { ...index, loggedMs, unproved: [...index.unproved, ...more] };
}

/** Throws where prices of an earlier time have no quotes. */
export function needQuotes(id: number, { unproved, loggedMs }: FollowedIndex, nowMs: number): void {
  need(unproved.length === 0 || loggedMs === nowMs, `series ${id} seq ${unproved[0]?.seq} without the quotes of it`);
}

/** With the next price proved by its quotes; `warning` for one that needed a second to confirm it. */
export function withQuotes(
  index: FollowedIndex,
  { id, seq, quotes }: { readonly id: number; readonly seq: number; readonly quotes: readonly Quote[] },
): { readonly index: FollowedIndex; readonly warning: string | undefined } {
  const { pricePlaces, minSources, lastPrice } = index;
  const [next, ...unproved] = index.unproved;
  need(next?.seq === seq, `quotes of series ${id} seq ${seq}, which is not the next price`);
  const { atMs, price } = next;
  const found = indexAt(atMs, quotes.flatMap(quotedOf), { pricePlaces, minSources });
  need(
    found?.price === price,
    `series ${id} seq ${seq} is ${price}, and its quotes make ${found?.price ?? 'no price'}`,
  );
  const warning =
    lastPrice !== null && isJump(price, lastPrice)
      ? `series ${id} seq ${seq} is more than 10 % from the price before it`
      : undefined;
  return { index: { ...index, lastPrice: price, unproved }, warning };
}

/**
 * Fails when a price of a file is another one than its quotes make. Files without the entry of the series are from
 * before quotes were among them, or of other prices.
 */
export function needIndex(entries: readonly Entry[], id: number, { seq, at, price }: CommittedTick): void {
  const series = entries.find((entry) => entry.kind === 'series' && entry.id === id);
  const index = series?.kind === 'series' ? followedIndex(series) : undefined;
  if (index === undefined) return;
  const quotes = entries
    .flatMap((entry) => (entry.kind === 'quotes' ? entry.ticks : []))
    .find((tick) => tick.id === id && tick.seq === seq)?.quotes;
  need(quotes !== undefined, `seq ${seq} without the quotes of it`);
  withQuotes({ ...index, unproved: [{ seq, atMs: Date.parse(at), price }] }, { id, seq, quotes });
}

function quotedOf({ source, quoted }: Quote): readonly VenueQuote[] {
  return quoted === null ? [] : [{ source, ...quoted }];
}
