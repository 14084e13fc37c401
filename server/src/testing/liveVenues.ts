/** Venues without a network for tests of the live feed: the real parsers read their frames. */
import type { LiveSettings } from '../market/feeds/live/live.ts';
import { VENUES } from '../market/feeds/live/venues.ts';
import { createFakeSockets, type FakeSocket } from './fakeSocket.ts';
import { quoteFrame, tradeFrame } from './fakeVenue.ts';

export type LiveVenues = {
  readonly settings: LiveSettings;
  /** For `createLiveSource`. */
  readonly open: ReturnType<typeof createFakeSockets>['open'];
  /** The newest line to a venue. */
  line(venue: string): FakeSocket;
  /** Sends a quote of a market from a venue. */
  say(venue: string, market: string, bid: string, ask: string): void;
  /** Sends a trade of an amount in a market from a venue. */
  trade(venue: string, market: string, quantity: string): void;
  /** Sends one quote from each venue except these. */
  sayAll(market: string, bid: string, ask: string, except?: readonly string[]): void;
};

/** The venues of these names, two of which make a price. */
export function createLiveVenues(names: readonly string[], change: Partial<LiveSettings> = {}): LiveVenues {
  const venues = VENUES.filter(({ name }) => names.includes(name));
  const { sockets, open } = createFakeSockets();
  const line = (name: string) => {
    const venue = venues.find((one) => one.name === name);
    const found = sockets.findLast(({ url }) => venue !== undefined && url.startsWith(venue.url([]).slice(0, 20)));
    if (found === undefined) throw new Error(`no line to ${name}`);
    return found;
  };
  const symbolAt = (name: string, market: string) => {
    const [base = '', quote = ''] = market.split('/');
    return venues.find((one) => one.name === name)?.symbolOf(base, quote) ?? '';
  };
  const say = (name: string, market: string, bid: string, ask: string) =>
    line(name).say(quoteFrame(name, { symbol: symbolAt(name, market), bid, ask }));
  return {
    settings: { venues, minSources: 2, symbols: [], origins: new Map(), ...change },
    open,
    line,
    say,
    trade: (name, market, quantity) => line(name).say(tradeFrame(name, symbolAt(name, market), quantity)),
    sayAll: (market, bid, ask, except = []) => {
      for (const { name } of venues) if (!except.includes(name)) say(name, market, bid, ask);
    },
  };
}
