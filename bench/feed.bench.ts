// The processor that a quote of a venue costs the live feed, with everything from the socket to the book and the index
// of each second, beside the bare `ws` client that only counts the same frames. The venue is a process of its own.
import { fork, type ChildProcess } from 'node:child_process';
import { WebSocket } from 'ws';
import { indexAfter } from '@halyard/contract/market/liveIndex';
import { systemClock } from '../server/src/clock.ts';
import { connectVenue } from '../server/src/market/feeds/live/connection.ts';
import { createQuoteBook } from '../server/src/market/feeds/live/live.ts';
import { VENUES } from '../server/src/market/feeds/live/venues.ts';
import type { VenueOrder } from './feedVenue.ts';

/** A storm: so many quotes in what would be a second. */
const QUOTES = 5000;
const ROUNDS = 30;
const WARM_UP = 5;
const TERMS = { pricePlaces: 2, minSources: 1 };

/** Resolves with the number that the process answers. */
function answerOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the venue ended')));
    child.once('message', (answer) => resolve(Number(answer)));
  });
}

/** Microseconds of the processor, of this process, that one quote costs. */
async function costOf(child: ChildProcess, venue: string, symbol: string, received: () => number): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const before = { cpu: process.cpuUsage(), received: received() };
    child.removeAllListeners();
    const sent = answerOf(child);
    child.send({ venue, symbol, quotes: QUOTES } satisfies VenueOrder);
    await sent;
    while (received() < before.received + QUOTES) await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(before.cpu);
    if (round >= WARM_UP) costs.push((user + system) / QUOTES);
  }
  return costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? Number.NaN;
}

async function bareCost(name: string, symbol: string): Promise<number> {
  const { child, origin } = await startVenue();
  let received = 0;
  const socket = new WebSocket(origin, { perMessageDeflate: false });
  socket.on('message', () => (received += 1));
  await new Promise((resolve) => socket.once('open', resolve));
  const cost = await costOf(child, name, symbol, () => received);
  socket.terminate();
  child.disconnect();
  return cost;
}

async function feedCost(name: string, symbol: string): Promise<number> {
  const venue = VENUES.find((one) => one.name === name);
  if (venue === undefined) throw new Error(`no venue ${name}`);
  const { child, origin } = await startVenue();
  const book = createQuoteBook();
  const quiet = () => undefined;
  let received = 0;
  const connection = connectVenue({
    venue,
    symbols: [symbol],
    origin,
    clock: systemClock,
    log: { info: quiet, warn: quiet, error: quiet },
    onQuote: ({ symbol: market, ...quote }) => {
      received += 1;
      book.take(market, { source: name, ...quote });
      if (received % QUOTES === 0) indexAfter(undefined, Date.now(), book.quotesOf(market), TERMS);
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const cost = await costOf(child, name, symbol, () => received);
  connection.close();
  child.disconnect();
  return cost;
}

async function startVenue(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const child = fork(new URL('feedVenue.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  return { child, origin: `ws://127.0.0.1:${await answerOf(child)}` };
}

console.log(`processor of a quote in microseconds, ${QUOTES} at once (median of ${ROUNDS} rounds)`);
for (const { name, symbolOf } of VENUES) {
  const symbol = symbolOf('BTC', 'USDT');
  const [bare, feed] = [await bareCost(name, symbol), await feedCost(name, symbol)];
  const more = (feed / bare).toFixed(1);
  console.log(`  ${name.padEnd(9)} bare ws ${bare.toFixed(1)}, feed ${feed.toFixed(1)}: ${more} times`);
}
