/**
 * The quotes of all venues of the last seconds, so that the index of a second is made of what had come by then, also
 * when it is computed a little later.
 */
import { QUOTE_AGE_MAX_MS, type VenueQuote } from '@halyard/contract/market/liveIndex';
import { add, ZERO, type Decimal } from '@halyard/contract/money';
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

// Volumes: the trades received from all venues. Best effort, since a lost message is not asked for again; nothing is
// settled by them.

/** After a longer time without prices, volumes from before are left out. */
const VOLUME_MS = 60_000;

export type VolumeBook = {
  /** Takes a trade of a pair, named by the exchange's symbol; its amount is in the base currency. */
  take(symbol: string, trade: { readonly quantity: Decimal; readonly receivedMs: number }): void;
  /** The amount received from one whole second up to another one; unix milliseconds. */
  between(symbol: string, afterMs: number, untilMs: number): Decimal;
};

/** Makes an empty book. */
export function createVolumeBook(): VolumeBook {
  /** Amounts by the whole second after they were received, in unix milliseconds; ascending. */
  const books = new Map<string, Map<number, Decimal>>();
  return {
    take: (symbol, { quantity, receivedMs }) => {
      const book = books.get(symbol) ?? new Map<number, Decimal>();
      books.set(symbol, book);
      const secondMs = (Math.floor(receivedMs / SECOND_MS) + 1) * SECOND_MS;
      book.set(secondMs, add(book.get(secondMs) ?? ZERO, quantity));
      for (const storedMs of book.keys()) {
        if (storedMs >= secondMs - VOLUME_MS) break;
        book.delete(storedMs);
      }
    },
    between: (symbol, afterMs, untilMs) => {
      const seconds = [...(books.get(symbol) ?? [])].filter(([atMs]) => atMs > afterMs && atMs <= untilMs);
      return add(ZERO, ...seconds.map(([, quantity]) => quantity));
    },
  };
}
