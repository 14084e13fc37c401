/** A venue as the live feed knows it: its address, the messages to send, and a parser of its messages. */
import { ZERO, type Decimal } from '@halyard/contract/money';
import { exactDecimal } from './exactJson.ts';

/** The meaning of a message. */
export type VenueEvent =
  | { readonly kind: 'quote'; readonly symbol: string; readonly bid: Decimal; readonly ask: Decimal }
  /** A trade, for volumes alone: its amount, in the base currency. */
  | { readonly kind: 'trade'; readonly symbol: string; readonly quantity: Decimal }
  /** The line works. */
  | { readonly kind: 'alive' }
  /** The venue ends the line soon. */
  | { readonly kind: 'closing' }
  /** The venue does not send what was asked for. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ignored' };

export type Venue = {
  readonly name: string;
  /** The terms under which it publishes prices. */
  readonly termsUrl: string;
  /** Its name of a pair. */
  symbolOf(base: string, quote: string): string;
  /** The address of its public prices; `origin` replaces its own address in tests. */
  url(symbols: readonly string[], origin?: string): string;
  /** Messages to send when the line is open. */
  subscribe(symbols: readonly string[]): readonly string[];
  /** Pure. Anything that is not understood is ignored. */
  parse(text: string): readonly VenueEvent[];
  /** A text that keeps the line open; a ping of the protocol where it is missing. */
  readonly pingText?: string;
  /** The line is dead when nothing comes for so long. */
  readonly silenceMaxMs: number;
  /** The venue ends every line at that age. */
  readonly ageMaxMs?: number;
};

export const IGNORED: readonly VenueEvent[] = [{ kind: 'ignored' }];
export const ALIVE: readonly VenueEvent[] = [{ kind: 'alive' }];
export const CLOSING: readonly VenueEvent[] = [{ kind: 'closing' }];

/** That a subscription was refused. */
export function refused(...reasons: readonly unknown[]): readonly VenueEvent[] {
  const reason = reasons.filter((part) => typeof part === 'string' && part !== '').join(': ');
  return [{ kind: 'refused', reason: (reason || 'without a reason').slice(0, 200) }];
}

/** A quote of texts. An empty side of the book is a zero, which never counts; anything unreadable is ignored. */
export function quoteOf(symbol: unknown, bidText: unknown, askText: unknown): VenueEvent {
  const [bid, ask] = [sideOf(bidText), sideOf(askText)];
  if (typeof symbol !== 'string' || bid === undefined || ask === undefined) return { kind: 'ignored' };
  return { kind: 'quote', symbol, bid, ask };
}

/** A trade of an amount as text; anything unreadable is ignored. */
export function tradeOf(symbol: unknown, quantityText: unknown): VenueEvent {
  const quantity = exactDecimal(quantityText);
  if (typeof symbol !== 'string' || quantity === undefined) return { kind: 'ignored' };
  return { kind: 'trade', symbol, quantity };
}

const sideOf = (text: unknown) => (text === '' || text === null ? ZERO : exactDecimal(text));
