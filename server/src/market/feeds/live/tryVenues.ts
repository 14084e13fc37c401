/** Prints the quotes of venues and their index, without an exchange, and records their messages. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { indexAt, spreadOf } from '@halyard/contract/market/liveIndex';
import { SECOND_MS } from '@halyard/contract/time';
import { passes, systemClock } from '../../../clock.ts';
import { connectVenue } from './connection.ts';
import { createQuoteBook, type QuoteBook } from './live.ts';
import type { Venue } from './venues.ts';

/** The arguments. */
export type Try = {
  readonly venues: readonly Venue[];
  readonly markets: readonly string[];
  readonly seconds: number;
  /** A file for the messages, a line of JSON each: `{ms, venue, text}`. */
  readonly record: string | undefined;
  readonly origins: ReadonlyMap<string, string>;
};

export const TRY_USAGE = `npm run feed:try -- <venues> [--markets BTC/USDT,ETH/USDT] [--seconds 60] [--record frames.jsonl] [--urls kraken=ws://127.0.0.1:9000]
Connects to the venues, prints each second what they quote and the index, and records what they send.`;

type Reading = {
  readonly venuesOf: (list: string) => readonly Venue[] | undefined;
  readonly originsOf: (text: string) => ReadonlyMap<string, string>;
};

/** Reads the arguments; undefined where they are wrong. */
export function readTry(args: readonly string[], { venuesOf, originsOf }: Reading): Try | undefined {
  const options = {
    markets: { type: 'string', default: 'BTC/USDT' },
    seconds: { type: 'string', default: '60' },
    record: { type: 'string' },
    urls: { type: 'string', default: '' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const venues = venuesOf(positionals.join(','));
    const markets = values.markets.split(',');
    const isRight =
      markets.every((market) => /^[A-Z0-9]+\/[A-Z0-9]+$/.test(market)) && /^\d{1,6}$/.test(values.seconds);
    if (venues === undefined || !isRight) return undefined;
    const seconds = Number.parseInt(values.seconds, 10);
    return { venues, markets, seconds, record: values.record, origins: originsOf(values.urls) };
  } catch {
    return undefined;
  }
}

const PLACES = 8;

/** Connects, prints a line a market and second with `say`, and ends after the time or with the signal. */
export async function tryVenues(
  { venues, markets, seconds, record, origins }: Try,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  say(`Terms: ${venues.map(({ name, termsUrl }) => `${name} ${termsUrl}`).join(', ')}`);
  const file = record === undefined ? undefined : createWriteStream(record, { flags: 'a' });
  const book = createQuoteBook();
  const note = (details: object, message: string) => say(`${message} ${JSON.stringify(details)}`);
  const connections = venues.map((venue) => {
    const names = new Map(markets.map((market) => [symbolAt(venue, market), market] as const));
    return connectVenue({
      venue,
      symbols: [...names.keys()],
      origin: origins.get(venue.name),
      clock: systemClock,
      log: { info: note, warn: note, error: note },
      onText: (text) => file?.write(`${JSON.stringify({ ms: Date.now(), venue: venue.name, text })}\n`),
      onQuote: ({ symbol, ...quote }) => {
        const market = names.get(symbol);
        if (market !== undefined) book.take(market, { source: venue.name, ...quote });
      },
    });
  });
  for (let second = 0; second < seconds; second += 1) {
    if (!(await passes(SECOND_MS - (Date.now() % SECOND_MS), signal))) break;
    const atMs = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
    for (const market of markets) say(lineOf(market, book, atMs));
  }
  for (const connection of connections) connection.close();
  if (file !== undefined) await once(file.end(), 'finish');
}

function symbolAt(venue: Venue, market: string): string {
  const [base = '', quote = ''] = market.split('/');
  return venue.symbolOf(base, quote);
}

function lineOf(market: string, book: QuoteBook, atMs: number): string {
  const index = indexAt(atMs, book.quotesOf(market), { pricePlaces: PLACES, minSources: 2 });
  const quotes = book.newestOf(market).map(({ source, bid, ask, receivedMs }) => {
    const state = index?.dropped.includes(source) === true ? ' dropped' : '';
    return `${source} ${bid} ${ask} (${spreadOf({ bid, ask })} %, ${atMs - receivedMs} ms)${state}`;
  });
  return `${new Date(atMs).toISOString()} ${market} ${index?.price ?? 'no price'}: ${quotes.join(', ') || 'no quote'}`;
}
