// Cost of the public log at six series with a price a second each, on each engine: the processor time of a second's
// sequencing; bytes of a day; orders a second with the sequencer beside them, as a multiple of those without,
// alternating in the same run; and the time to verify a receipt. LOG_SECONDS=100 tries it with fewer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '@halyard/contract/ids';
import { verifyReceipt } from '@halyard/contract/transparency/verifyReceipt';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import type { Database } from '../server/src/db/database.ts';
import { readLogKey } from '../server/src/transparency/logKey.ts';
import { publishedHead } from '../server/src/transparency/publishedHead.ts';
import { createSequencer, type Sequencer } from '../server/src/transparency/sequencer.ts';
import { readLoggedReceipt } from '../server/src/modules/options/receipts.ts';
import { openOptionDesk } from '../server/src/testing/optionDesk.ts';
import { createScriptedFeed } from '../server/src/testing/scriptedFeed.ts';
import {
  openSpotMarket,
  orderRequest,
  OTHER_SYMBOL,
  SYMBOL,
  type SpotMarket,
} from '../server/src/testing/spotMarket.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';
import type { TestClock } from '../server/src/testing/testClock.ts';
import { measure } from './measure.ts';

const SECONDS = Number(process.env['LOG_SECONDS'] ?? '600');
const WARM_UP = 100;
const SERIES = 6;
const DAY_SECONDS = 86_400;
const GOAL = { msPerSecond: 5, megabytesPerDay: 25, ordersLostPercent: 2, verifyMs: 200 };
const TRADERS = 64;
const ORDERS = { rounds: 7, perRound: 2000 };
const RECEIPTS = 300;

type Place = { readonly market: SpotMarket; readonly sequencer: Sequencer; readonly sayPrices: () => Promise<void> };

async function sequencerOf(db: Database, clock: TestClock, dataDir: string): Promise<Sequencer> {
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  return createSequencer({
    db,
    clock,
    key: await readLogKey(dataDir, undefined),
    naming,
    published: publishedHead(dataDir),
  });
}

/** A spot market whose catalogue has so many series with a price each second. */
async function openPlace(engine: OpenDatabase['engine'], dataDir: string): Promise<Place> {
  const market = await openSpotMarket(engine);
  const { db, clock } = market;
  await market.reset('100');
  const others = (
    await query<{ symbol: string }>(
      db,
      `select symbol from markets where symbol not in ('${SYMBOL}', '${OTHER_SYMBOL}') order by id limit ${SERIES - 2}`,
    )
  ).map(({ symbol }) => symbol);
  const feed = await createScriptedFeed(market, others);
  let ticksSent = 0;
  const sayPrices = async () => {
    clock.advance(1000);
    ticksSent += 1;
    const tick = {
      price: `100.${String(ticksSent % 90).padStart(2, '0')}`,
      quantity: `0.${1000 + (ticksSent % 9000)}`,
    };
    for (const symbol of [SYMBOL, OTHER_SYMBOL]) await market.feed.append(symbol, tick);
    for (const symbol of others) await feed.append(symbol, tick);
  };
  return { market, sequencer: await sequencerOf(db, clock, dataDir), sayPrices };
}

/** Milliseconds of this process's processors to log the seconds; with PGlite the database is included. */
async function logSeconds({ sequencer, sayPrices }: Place, seconds: number): Promise<number> {
  let spentMs = 0;
  for (let second = 0; second < seconds; second += 1) {
    await sayPrices();
    const before = process.cpuUsage();
    await sequencer.advance();
    const { user, system } = process.cpuUsage(before);
    spentMs += (user + system) / 1000;
  }
  return spentMs;
}

async function query<Row>(db: Database, text: string): Promise<readonly Row[]> {
  // drizzle stores the driver's client here.
  const client = (db as unknown as { readonly $client: { query(text: string): Promise<{ rows: Row[] }> } }).$client;
  return (await client.query(text)).rows;
}

async function bytesOf(db: Database, table: string): Promise<number> {
  await query(db, `vacuum full ${table}`);
  const [row] = await query<{ bytes: string; count: string }>(
    db,
    `select pg_total_relation_size('${table}')::text as bytes, count(*)::text as count from ${table}`,
  );
  return Number(row?.bytes) / Number(row?.count);
}

/** Size of a day: entries for good, and of the signed notes one a minute. Copies make a day of the logged seconds. */
async function megabytesOfDay(db: Database): Promise<number> {
  await query(
    db,
    `insert into log_entries (idx, kind, sealed_at, leaf_hash, ranges, body)
      select idx + n * 1000000, kind, sealed_at, leaf_hash, ranges, body
      from generate_series(1, ${DAY_SECONDS} / (select count(*) from log_entries)) as n, log_entries order by n, idx`,
  );
  const [entry, note] = [await bytesOf(db, 'log_entries'), await bytesOf(db, 'log_checkpoints')];
  return (entry * DAY_SECONDS + (note * DAY_SECONDS) / 60) / 2 ** 20;
}

/** Orders of traders in pairs, each of which is met. */
async function placeOrders({ spot }: SpotMarket, traders: readonly UserId[]): Promise<void> {
  for (let placed = 0; placed < ORDERS.perRound; placed += traders.length)
    await Promise.all(
      traders.map((userId, index) =>
        spot.placeOrder(userId, orderRequest(index % 2 === 0 ? 'sell' : 'buy', '0.1', '100')),
      ),
    );
}

/** Does the work while prices arrive each second, followed by `advance`. */
async function withPrices(work: () => Promise<void>, sayPrices: () => Promise<void>, advance: () => Promise<unknown>) {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(sayPrices).then(advance);
  }, 1000);
  await work();
  clearInterval(timer);
  await last;
}

type Share = { readonly rate: number; readonly share: number; readonly ofProcessor: number };

/** Orders a second with the sequencer in percent of those without, and orders by this process's processor time. */
async function shareOfOrders({ market, sequencer, sayPrices }: Place): Promise<Share> {
  const traders: UserId[] = [];
  for (let count = 0; count < TRADERS; count += 1)
    traders.push(await market.trader({ btc: '100000', usdt: '10000000' }));
  const contestant = (advance: () => Promise<unknown>) => {
    const spent: number[] = [];
    const placeAll = async () => {
      const before = process.cpuUsage();
      await withPrices(() => placeOrders(market, traders), sayPrices, advance);
      const { user, system } = process.cpuUsage(before);
      spent.push(user + system);
    };
    return { name: '', units: ORDERS.perRound, run: placeAll, spent };
  };
  const contestants = [contestant(() => Promise.resolve()), contestant(() => sequencer.advance())] as const;
  const [without, logged] = await measure(contestants, { rounds: ORDERS.rounds, runsPerRound: 1 });
  const [cpu = 0, cpuLogged = 0] = contestants.map(({ spent }) => median(spent.slice(1)));
  return {
    rate: without?.median ?? Number.NaN,
    share: logged?.percentOfFirst ?? Number.NaN,
    ofProcessor: (100 * cpu) / cpuLogged,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Milliseconds to verify the receipt of a typical option, in the median. */
async function verifyMs(engine: OpenDatabase['engine'], dataDir: string): Promise<number> {
  const desk = await openOptionDesk('1000000', engine);
  try {
    const { db, clock } = desk;
    const head = publishedHead(dataDir);
    const sequencer = await sequencerOf(db, clock, dataDir);
    await sequencer.advance();
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1000);
        await desk.tick();
        await sequencer.advance();
      }
    };
    const userId = await desk.verified('1000');
    await pass(2);
    const option = await desk.purchase(userId, { seconds: 30 });
    await pass(40);
    await desk.settle();
    const { key } = (await readLogKey(dataDir, undefined)).signer((await head.read())?.origin ?? '');
    const file = await readLoggedReceipt(db, head, userId, option.id);
    const took: number[] = [];
    for (let count = 0; count < RECEIPTS; count += 1) {
      const startedAtMs = performance.now();
      const { isTrue } = verifyReceipt(file, { logs: [{ key }], witnesses: [], groups: [], quorum: 'none' });
      took.push(performance.now() - startedAtMs);
      if (!isTrue) throw new Error('a receipt was not verified');
    }
    return median(took);
  } finally {
    await desk.close();
  }
}

type Line = { readonly name: string; readonly value: number; readonly unit: string; readonly goal: number };

/** `isLeast`: the goal is the least, not the most. */
function print({ name, value, unit, goal }: Line, isLeast = false): void {
  const isMet = isLeast ? value >= goal : value <= goal;
  const text = `${value.toFixed(2).padStart(8)} ${unit}; goal ${goal} ${unit}: ${isMet ? 'met' : 'missed'}`;
  console.log(`  ${name.padEnd(32)} ${text}`);
}

async function run(engine: OpenDatabase['engine']): Promise<void> {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'halyard-bench-')));
  const [ofLog = '', ofReceipt = ''] = folders;
  const place = await openPlace(engine, ofLog);
  try {
    console.log(`the public log on ${engine}, ${SERIES} series, ${SECONDS} seconds`);
    await logSeconds(place, WARM_UP);
    const msPerSecond = (await logSeconds(place, SECONDS)) / SECONDS;
    print({ name: 'sequencer, processor', value: msPerSecond, unit: 'ms/s', goal: GOAL.msPerSecond });
    const { rate, share, ofProcessor } = await shareOfOrders(place);
    const name = `orders beside it (${Math.round(rate)} /s without)`;
    const goal = 100 - GOAL.ordersLostPercent;
    print({ name, value: share, unit: '%', goal }, true);
    print({ name: 'orders by processor time', value: ofProcessor, unit: '%', goal }, true);
    const verified = await verifyMs(engine, ofReceipt);
    print({ name: 'verification of a receipt', value: verified, unit: 'ms', goal: GOAL.verifyMs });
    // The log no longer works after it.
    const megabytes = await megabytesOfDay(place.market.db);
    print({ name: 'log', value: megabytes, unit: 'MB/day', goal: GOAL.megabytesPerDay });
  } finally {
    await place.market.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

for (const engine of await testEngines()) await run(engine);
