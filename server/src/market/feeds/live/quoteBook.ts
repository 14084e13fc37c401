/**
 * The quotes of all venues of the last seconds, so that the index of a second is made of what had come by then, also
 * when it is computed a little later.
 */
import { QUOTE_AGE_MAX_MS, type VenueQuote } from '@halyard/contract/market/liveIndex';
import { SECOND_MS } from '@halyard/contract/time';

/** How long after a second its index may still be computed. */
export const LATE_MAX_MS = 3000;
/** An index looks at the second before it, too. */
const KEPT_MS = QUOTE_AGE_MAX_MS + LATE_MAX_MS + 2 * SECOND_MS;

export type QuoteBook = {
  /** Takes a quote of a pair, named by the exchange's symbol. */
  take(symbol: string, quote: VenueQuote): void;
  /** The newest quote of each venue of each second. */
  quotesOf(symbol: string): readonly VenueQuote[];
  /** The newest quote of each venue that ever came. */
  newestOf(symbol: string): readonly VenueQuote[];
};

/** Makes an empty book. */
export function createQuoteBook(): QuoteBook {
  const books = new Map<string, Map<string, VenueQuote[]>>();
  const runsOf = (symbol: string) => [...(books.get(symbol)?.values() ?? [])];
  return {
    take: (symbol, quote) => {
      const book = books.get(symbol) ?? new Map<string, VenueQuote[]>();
      books.set(symbol, book);
      const run = book.get(quote.source) ?? [];
      book.set(quote.source, run);
      // Of a second only the newest one is used. A clock that was set back leaves nothing of a time to come.
      while (run.length > 0 && secondOf(run.at(-1)) >= secondOf(quote)) run.pop();
      run.push(quote);
      while (run.length > 1 && (run[0]?.receivedMs ?? 0) < quote.receivedMs - KEPT_MS) run.shift();
    },
    quotesOf: (symbol) => runsOf(symbol).flat(),
    newestOf: (symbol) => runsOf(symbol).flatMap((run) => run.at(-1) ?? []),
  };
}

/** The whole second at which a quote can count first. */
const secondOf = (quote: VenueQuote | undefined) => Math.ceil((quote?.receivedMs ?? 0) / SECOND_MS);
