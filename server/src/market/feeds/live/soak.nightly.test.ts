// A day of live prices under a virtual clock, from the frames of five venues to the ticks: every second has one price
// and none has two, while venues fall silent, lines end and Binance's is replaced before its day is over; memory stays
// flat. An hour of it in the database.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { add, type Decimal, ZERO } from '@halyard/contract/money';
import { systemClock } from '../../../clock.ts';
import { rowsOf } from '../../../db/database.ts';
import { createFeedHarness, type FeedHarness } from '../../../testing/feedHarness.ts';
import { createLiveVenues, type LiveVenues } from '../../../testing/liveVenues.ts';
import { createLiveSource, type LiveSource } from './live.ts';
import { VENUES } from './venues.ts';

const BTC = 'BTC/USDT';
const START_MS = Date.UTC(2026, 10, 21);
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const NAMES = VENUES.map(({ name }) => name);
const QUANTITY = '0.001';
/** The heap grows by less in 23 hours. */
const GROWTH_MAX_BYTES = 4 * 2 ** 20;

let harness: FeedHarness;
let venues: LiveVenues;
let source: LiveSource;
let opened: Map<string, number>;
beforeEach(async () => {
  harness = await createFeedHarness(START_MS);
  venues = createLiveVenues(NAMES);
  opened = new Map();
});
afterEach(async () => {
  source.close();
  vi.useRealTimers();
  await harness.close();
});

/** Lines open at once; each is counted. */
const open = (url: string) => {
  const socket = venues.open(url);
  const name = NAMES.find((one) => venues.line(one).url === url) ?? '';
  opened.set(name, (opened.get(name) ?? 0) + 1);
  queueMicrotask(() => socket.emit('open'));
  return socket;
};

/** The venues that quote in a second: each is silent for a minute of every hour, no three at once. */
const quoting = (second: number) =>
  NAMES.filter((_name, index) => {
    const inHour = second % HOUR_SECONDS;
    return inHour < 60 * index || inHour >= 60 * (index + 1);
  });

const priceOf = (second: number, index: number) => 60_000 + Math.round(1000 * Math.sin(second / 5000)) + index / 100;

/** Quotes and a trade of each venue; a venue's line ends once an hour. */
function speak(second: number): void {
  for (const [index, name] of NAMES.entries()) {
    if (second % HOUR_SECONDS === 1800 + index * 300) venues.line(name).drop(1006);
    if (!quoting(second).includes(name)) continue;
    const price = priceOf(second, index);
    venues.say(name, BTC, price.toFixed(2), (price + 0.03).toFixed(2));
    venues.trade(name, BTC, QUANTITY);
    // Sockets of tests remember sent messages.
    venues.line(name).sent.length = 0;
  }
}

function heapBytes(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

it('has one price a second for a day, with memory that stays flat', async () => {
  vi.useFakeTimers({
    now: START_MS,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  const { db, log, events } = harness;
  source = await createLiveSource(venues.settings, { db, clock: systemClock, log, events, open, random: () => 0.5 });
  const { markets } = await source.open(db, START_MS);
  const bitcoin = markets.find(({ symbol }) => symbol === BTC);
  if (bitcoin === undefined) throw new Error('no market');
  let position = {
    seriesId: 1,
    lastSeq: 0,
    lastPrice: undefined as Decimal | undefined,
    lastAtMs: undefined as number | undefined,
    foldedFromMs: undefined,
    state: bitcoin.initialState,
  };
  let volume: Decimal = ZERO;
  let heap = 0;
  const counts = new Map<number, number>();
  for (let second = 1; second <= DAY_SECONDS; second += 1) {
    await vi.advanceTimersByTimeAsync(500);
    speak(second);
    await vi.advanceTimersByTimeAsync(500);
    const { ticks, state } = bitcoin.advance(position, Date.now());
    counts.set(ticks.length, (counts.get(ticks.length) ?? 0) + 1);
    for (const { at, price, quantity } of ticks) {
      expect(Date.parse(at)).toBe(START_MS + second * 1000);
      volume = add(volume, quantity);
      position = { ...position, lastSeq: position.lastSeq + 1, lastPrice: price, lastAtMs: Date.parse(at), state };
    }
    if (second === HOUR_SECONDS) heap = heapBytes();
  }
  expect([...counts]).toEqual([[1, DAY_SECONDS]]);
  expect(heapBytes() - heap).toBeLessThan(GROWTH_MAX_BYTES);
  // Of each venue 24 lines ended, and one of Binance was replaced before its day was over.
  for (const name of NAMES) expect(opened.get(name)).toBeGreaterThan(24);
  // A line counts trades from its first quote on, and a silent venue has none.
  expect(Number(volume)).toBeGreaterThan(0.97 * NAMES.length * DAY_SECONDS * Number(QUANTITY));
  expect(Number(volume)).toBeLessThanOrEqual(NAMES.length * DAY_SECONDS * Number(QUANTITY));
});

it('has one tick a second for an hour in the database', async () => {
  const { db, clock, log, events } = harness;
  source = await createLiveSource(venues.settings, { db, clock, log, events, open });
  const session = await harness.startFeed(source);
  for (let second = 1; second <= HOUR_SECONDS; second += 1) {
    clock.advance(500);
    // Ends of lines are the test's above: here their new ones would wait for a real second.
    for (const [index, name] of quoting(second).entries()) {
      const price = priceOf(second, index);
      venues.say(name, BTC, price.toFixed(2), (price + 0.03).toFixed(2));
    }
    clock.advance(500);
    await session.step();
    // A second step of a second adds nothing.
    if (second % 60 === 0) await session.step();
  }
  const [row] = await rowsOf(
    db,
    sql`select count(*)::integer as ticks, count(distinct t.at)::integer as seconds,
        extract(epoch from max(t.at) - min(t.at))::integer as span
        from ticks t join price_series s on s.id = t.series_id where s.source = 'live'`,
  );
  expect(row).toEqual({ ticks: HOUR_SECONDS, seconds: HOUR_SECONDS, span: HOUR_SECONDS - 1 });
});
