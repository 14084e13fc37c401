/** Splits entries that would be too long into several with the same logging time. */
import type { CommitsEntry } from './entries.ts';
import { writeTick, writeQuote, type LoggedTicks, type PricesEntry, type QuotesEntry } from './priceEntries.ts';

/** Target size of an entry. */
export const ENTRY_BYTES_AIM = 60_000;
// The two lines that begin an entry, and the line that begins a series, at their longest.
const HEAD_BYTES = 60;
const SERIES_BYTES = 48;
const COMMITMENT_BYTES = 45;

/** The prices in entries of at most {@link ENTRY_BYTES_AIM} bytes; one at least, also without a price. */
export function splitPrices({ sealedMs, series }: Omit<PricesEntry, 'kind'>): readonly PricesEntry[] {
  const parts: LoggedTicks[][] = [[]];
  let bytes = HEAD_BYTES;
  for (const { id, firstSeq, ticks } of series) {
    let from = 0;
    bytes += SERIES_BYTES;
    for (const [place, tick] of ticks.entries()) {
      bytes += writeTick(tick).length + 1;
      if (bytes <= ENTRY_BYTES_AIM) continue;
      if (place > from) parts.at(-1)?.push({ id, firstSeq: firstSeq + from, ticks: ticks.slice(from, place) });
      parts.push([]);
      from = place;
      bytes = HEAD_BYTES + SERIES_BYTES + writeTick(tick).length + 1;
    }
    if (from < ticks.length) parts.at(-1)?.push({ id, firstSeq: firstSeq + from, ticks: ticks.slice(from) });
  }
  return parts.map((part) => ({ kind: 'prices', sealedMs, series: part }));
}

/** The quotes in entries of at most {@link ENTRY_BYTES_AIM} bytes; none without one. */
export function splitQuotes({ sealedMs, ticks }: Omit<QuotesEntry, 'kind'>): readonly QuotesEntry[] {
  const parts: QuotesEntry['ticks'][number][][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const tick of ticks) {
    const own = tick.quotes.reduce((sum, quote) => sum + writeQuote(quote).length + 1, SERIES_BYTES);
    if (bytes + own > ENTRY_BYTES_AIM) {
      parts.push([]);
      bytes = HEAD_BYTES;
    }
    bytes += own;
    parts.at(-1)?.push(tick);
  }
  return parts.map((part) => ({ kind: 'quotes', sealedMs, ticks: part }));
}

/** The commitments in entries of at most {@link ENTRY_BYTES_AIM} bytes; none without one. */
export function splitCommits({ sealedMs, commitments }: Omit<CommitsEntry, 'kind'>): readonly CommitsEntry[] {
  const most = Math.floor((ENTRY_BYTES_AIM - HEAD_BYTES) / COMMITMENT_BYTES);
  return Array.from({ length: Math.ceil(commitments.length / most) }, (_, part) => ({
    kind: 'commits',
    sealedMs,
    commitments: commitments.slice(part * most, (part + 1) * most),
  }));
}
