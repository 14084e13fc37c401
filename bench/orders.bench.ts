// Orders a second over HTTP, placed at a real server process by many traders at once in one market with 10,000 orders
// waiting in its book: limit orders, some of which meet the ladder and each other, and market orders, each with a
// request id; and the latency of orders that arrive at a fixed rate, counted from when each should have been sent.
// Beside them, in the same run: a call without the database (the cost of HTTP and the client), the bare SQL of the same
// writes, and nodejs-order-book in memory. The server has the rest of the machine beside client and database.
// PostgreSQL takes part if it answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { openDatabase, type OpenDatabase } from '../server/src/db/connect.ts';
import type { Database } from '../server/src/db/database.ts';
import { createExchangeProcess } from '../server/src/testing/crash/exchangeProcess.ts';
import { newTestLocation, testEngines } from '../server/src/testing/testDatabase.ts';
import { measureInMemory } from './bookInMemory.ts';
import { measure, report, type Contestant } from './measure.ts';
import { openOrdersClient, type OrdersClient } from './ordersClient.ts';
import { floorContestants } from './ordersFloor.ts';
import { formOf, limitOrder, marketOrder, restingOrder, type MixOrder, type Place } from './ordersMix.ts';
import { openTraders, readPlace } from './traders.ts';

const RESTING = 10_000;
/** So many that none reaches the limit of waiting orders of one user. */
const USERS = 128;
/** A busy exchange has many orders under way; the more of them, the more share a transaction. */
const AT_ONCE = 96;
/** Of the bare SQL: the most orders that share a transaction. */
const TOGETHER = 64;
const OPTIONS = { rounds: 7, runsPerRound: 1000, atOnce: AT_ONCE };
const IN_MEMORY_ORDERS = 8000;
const RATE_PER_SECOND = 200;
const RATE_SECONDS = 15;
const GOAL_PER_SECOND = 1500;
const GOAL_P99_MS = 150;

type Mix = (index: number) => MixOrder;

/** All senders of orders. Even users buy and odd ones sell, so that no user meets their own order. */
type Bench = { readonly client: OrdersClient; readonly place: Place; readonly tokens: readonly string[] };

/** Prepares orders and returns a function that sends the next one. */
function sender({ client, place, tokens }: Bench, mix: Mix, count: number): () => Promise<void> {
  const forms = Array.from({ length: count }, (_, index) => formOf(mix(index), place));
  let next = 0;
  return async () => {
    const index = next;
    next += 1;
    const body = await client.post(placeOrder.path, forms[index] ?? '', tokens[index % USERS] ?? '');
    if (!body.startsWith('{"type":"ok"')) throw new Error(`an order was refused: ${body}`);
  };
}

/** The latency of each order of this mix, added to `latenciesMs`. */
function contestant(name: string, send: () => Promise<void>, latenciesMs: number[]): Contestant {
  return {
    name,
    async run() {
      const startedAtMs = performance.now();
      await send();
      latenciesMs.push(performance.now() - startedAtMs);
    },
  };
}

/** Sends at a fixed rate, independent of the latency; an order's wait for its turn counts as latency. */
async function atFixedRate(send: () => Promise<void>): Promise<number[]> {
  const latenciesMs: number[] = [];
  const sent: Promise<void>[] = [];
  const startedAtMs = performance.now();
  for (let index = 0; index < RATE_PER_SECOND * RATE_SECONDS; index += 1) {
    const dueAtMs = startedAtMs + (index * 1000) / RATE_PER_SECOND;
    const earlyMs = dueAtMs - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    sent.push(send().then(() => void latenciesMs.push(performance.now() - dueAtMs)));
  }
  await Promise.all(sent);
  return latenciesMs;
}

async function fillBook(bench: Bench): Promise<void> {
  const send = sender(bench, restingOrder, RESTING);
  let left = RESTING;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function compare(engine: OpenDatabase['engine'], bench: Bench, bare: Database): Promise<void> {
  await fillBook(bench);
  const limitMs: number[] = [];
  const marketMs: number[] = [];
  const count = OPTIONS.runsPerRound * (OPTIONS.rounds + 1);
  const rates = await measure(
    [
      {
        name: 'HTTP alone: get/lang',
        run: (index) => bench.client.post('get/lang', '', bench.tokens[index % USERS] ?? ''),
      },
      contestant('limit mix: coin/trade', sender(bench, limitOrder, count), limitMs),
      contestant('market mix: coin/trade', sender(bench, marketOrder, count), marketMs),
      ...(await floorContestants(bare, TOGETHER)),
    ],
    OPTIONS,
  );
  const title = `orders on ${engine}, ${RESTING} waiting, ${AT_ONCE} at once, medians of ${OPTIONS.rounds} rounds`;
  console.log(report(title, rates));
  console.log(`  limit orders took ${spread(limitMs)}, market orders ${spread(marketMs)}`);
  const [, limit, market, one, many] = rates.map(({ median }) => median);
  console.log(
    `  of bare SQL: limit ${share(limit, one)} of one order a transaction and ${share(limit, many)} of many, market ${share(market, one)} and ${share(market, many)}`,
  );
  const both: Mix = (index) => (index % 4 < 2 ? limitOrder(index) : marketOrder(index));
  const fixedMs = await atFixedRate(sender(bench, both, RATE_PER_SECOND * RATE_SECONDS));
  console.log(`  at ${RATE_PER_SECOND} orders/s of both mixes they took ${spread(fixedMs)}`);
  if (engine === 'pglite') return;
  const isFast = Math.min(limit ?? 0, market ?? 0) >= GOAL_PER_SECOND;
  const isPrompt = quantile(fixedMs, 0.99) <= GOAL_P99_MS;
  console.log(
    `  goal ${GOAL_PER_SECOND} /s: ${verdict(isFast)}; goal ${GOAL_P99_MS} ms for 99 of 100 at ${RATE_PER_SECOND} /s: ${verdict(isPrompt)}`,
  );
}

async function run(engine: OpenDatabase['engine']): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const [ofServer, ofBare] = [await newTestLocation(engine), await newTestLocation(engine)];
  const { databaseUrl = '' } = ofServer.location;
  const exchange = await createExchangeProcess(ofServer.location.dataDir ?? dataDir, {
    FEED: 'simulated',
    FEED_SEED: 'bench',
    DATABASE_URL: databaseUrl,
  });
  const bare = await openDatabase(ofBare.location);
  try {
    const tokens = await openTraders(ofServer.location, USERS);
    await exchange.start();
    const client = await openOrdersClient(exchange.url, AT_ONCE);
    await compare(engine, { client, place: await readPlace(exchange.url), tokens }, bare.db);
    client.close();
  } finally {
    await exchange.stop();
    await bare.close();
    await ofServer.remove();
    await ofBare.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function spread(valuesMs: readonly number[]): string {
  const [p50, p99] = [quantile(valuesMs, 0.5), quantile(valuesMs, 0.99)];
  return `${p50.toFixed(1)} ms in the median, ${p99.toFixed(1)} ms for 99 of 100`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function share(rate: number | undefined, of: number | undefined): string {
  return `${Math.round((100 * (rate ?? Number.NaN)) / (of ?? Number.NaN))} %`;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}

const loadBefore = loadavg();
const inMemory = measureInMemory(RESTING, IN_MEMORY_ORDERS);
const whole = (rate: number) => Math.round(rate).toLocaleString('en-US');
console.log(`load of the machine before: ${loadBefore.map((load) => load.toFixed(1)).join(' ')}`);
console.log(
  `nodejs-order-book in memory: limit mix ${whole(inMemory.limit)} /s, market mix ${whole(inMemory.market)} /s`,
);
const engines = await testEngines();
for (const engine of engines) await run(engine);
if (!engines.includes('postgres')) console.log('PostgreSQL does not answer: left out.');
