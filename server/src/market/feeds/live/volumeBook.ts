/**
 * Volumes of the last minute: the trades that were heard at all venues, by second. Best effort, since a lost message is
 * not asked for again; nothing is settled by them.
 */
import { add, ZERO, type Decimal } from '@halyard/contract/money';
import { SECOND_MS } from '@halyard/contract/time';

/** After a longer time without prices, volumes from before are left out. */
const KEPT_MS = 60_000;

export type VolumeBook = {
  /** Takes a trade of a pair, named by the exchange's symbol; its amount is in the base currency. */
  take(symbol: string, trade: { readonly quantity: Decimal; readonly receivedMs: number }): void;
  /** The amount heard from one whole second up to another one; unix milliseconds. */
  between(symbol: string, afterMs: number, untilMs: number): Decimal;
};

/** Makes an empty book. */
export function createVolumeBook(): VolumeBook {
  /** Amounts by the whole second after they were heard, in unix milliseconds; ascending. */
  const books = new Map<string, Map<number, Decimal>>();
  return {
    take: (symbol, { quantity, receivedMs }) => {
      const book = books.get(symbol) ?? new Map<number, Decimal>();
      books.set(symbol, book);
      const secondMs = (Math.floor(receivedMs / SECOND_MS) + 1) * SECOND_MS;
      book.set(secondMs, add(book.get(secondMs) ?? ZERO, quantity));
      for (const keptMs of book.keys()) {
        if (keptMs >= secondMs - KEPT_MS) break;
        book.delete(keptMs);
      }
    },
    between: (symbol, afterMs, untilMs) => {
      const seconds = [...(books.get(symbol) ?? [])].filter(([atMs]) => atMs > afterMs && atMs <= untilMs);
      return add(ZERO, ...seconds.map(([, quantity]) => quantity));
    },
  };
}
