// Growth of the database, on both engines: the size of 1,000,000 ticks and 100,000 orders with their request ids, and
// the size after everything with a retention was pruned a week later and the tables were vacuumed. Then the size of one
// order that is placed and cancelled, before and after it is deleted. GROWTH_SHARE=0.01 tries it on a hundredth.
import { randomUUID } from 'node:crypto';
import type { MarketId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { WEEK_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../server/src/db/connect.ts';
import type { Database } from '../server/src/db/database.ts';
import { appendTicks, openSeries } from '../server/src/market/series.ts';
import { PRUNERS } from '../server/src/retention.ts';
import { openSpotMarket, orderRequest, type SpotMarket } from '../server/src/testing/spotMarket.ts';
import { testEngines } from '../server/src/testing/testDatabase.ts';

const SHARE = Number(process.env['GROWTH_SHARE'] ?? '1');
const TICKS = 1_000_000 * SHARE;
const ORDERS = 100_000 * SHARE;
const TICKS_AT_ONCE = 5000;
const TRADERS = 64;
const START_MS = Date.UTC(2026, 0, 5);
/** After this all request ids are old. The age of orders follows the market's clock, which is far behind. */
const PRUNED_AT_ONCE = 500;

/** The common API of both drivers, below drizzle. */
type BareClient = { query(text: string): Promise<{ rows: SizeRow[] }> };
type SizeRow = { name: string; rows: number; bytes: string; index_bytes: string };

type Size = { readonly name: string; readonly rows: number; readonly bytes: number; readonly indexBytes: number };

/** One a second, of a market without trades. */
async function growTicks(db: Database): Promise<void> {
  const key = { marketId: 2 as MarketId, source: 'simulated', identity: 'growth' } as const;
  const { seriesId } = await db.transaction((tx) => openSeries(tx, key, {}));
  for (let first = 0; first < TICKS; first += TICKS_AT_ONCE) {
    const ticks = Array.from({ length: Math.min(TICKS_AT_ONCE, TICKS - first) }, (_, index) => ({
      at: new Date(START_MS + (first + index) * 1000).toISOString(),
      price: decimal(`${2000 + ((first + index) % 97)}.25`),
      quantity: decimal('0.125'),
    }));
    await db.transaction((tx) => appendTicks(tx, seriesId, ticks));
  }
}

/** Traders in pairs: one offers, the other takes, at their own prices, so that every order is filled. */
async function growOrders({ trader, spot }: SpotMarket): Promise<void> {
  const balance = { btc: '100000', usdt: '10000000' };
  const traders = [];
  for (let count = 0; count < TRADERS; count += 1) traders.push(await trader(balance));
  for (let placed = 0; placed < ORDERS; placed += TRADERS) {
    await Promise.all(
      traders.map((userId, index) => {
        const request = orderRequest(index % 2 === 0 ? 'sell' : 'buy', '0.1', '100');
        return spot.placeOrder(userId, { ...request, clientRequestId: randomUUID() });
      }),
    );
  }
}

/** Traders who repeatedly place an order far from the price and cancel it. */
async function growCancelled({ trader, spot }: SpotMarket): Promise<void> {
  const traders = [];
  for (let count = 0; count < TRADERS; count += 1) traders.push(await trader({ usdt: '1000' }));
  for (let placed = 0; placed < ORDERS; placed += TRADERS) {
    await Promise.all(
      traders.map(async (userId) => {
        const request = { ...orderRequest('buy', '0.1', '99'), clientRequestId: randomUUID() };
        const { id } = await spot.placeOrder(userId, request);
        await spot.cancelOrder(userId, { id, clientRequestId: randomUUID() });
      }),
    );
  }
}

async function prune(db: Database): Promise<void> {
  const nowMs = Date.now() + WEEK_MS;
  for (const pruner of Object.values(PRUNERS)) {
    while ((await db.transaction((tx) => pruner(tx, nowMs, PRUNED_AT_ONCE))) === PRUNED_AT_ONCE);
  }
}

async function sizesOf(db: Database, vacuum = 'vacuum (analyze)'): Promise<Size[]> {
  // drizzle stores the driver's client here.
  const client = (db as unknown as { readonly $client: BareClient }).$client;
  await client.query(vacuum);
  const { rows } = await client.query(
    `select relname as name, reltuples as rows, pg_table_size(oid) as bytes, pg_indexes_size(oid) as index_bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc`,
  );
  return rows.map(({ name, rows: count, bytes, index_bytes: indexBytes }) => ({
    name,
    rows: count,
    bytes: Number.parseInt(bytes, 10),
    indexBytes: Number.parseInt(indexBytes, 10),
  }));
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1).padStart(8);
const total = (sizes: readonly Size[]) => sizes.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0);

function report(before: readonly Size[], after: readonly Size[]): void {
  console.log(`  ${'table'.padEnd(20)}    rows before and after         MB  indexes MB    MB after  indexes MB`);
  for (const was of before.filter(({ bytes, indexBytes }) => bytes + indexBytes > 2 ** 19)) {
    const is = after.find(({ name }) => name === was.name) ?? was;
    const rows = `${was.rows.toLocaleString('en-US').padStart(10)} ${is.rows.toLocaleString('en-US').padStart(10)}`;
    console.log(
      `  ${was.name.padEnd(20)}  ${rows}   ${megabytes(was.bytes)}    ${megabytes(was.indexBytes)}    ${megabytes(is.bytes)}    ${megabytes(is.indexBytes)}`,
    );
  }
  console.log(`  all tables: ${megabytes(total(before))} MB, pruned ${megabytes(total(after))} MB`);
}

async function run(engine: OpenDatabase['engine']): Promise<void> {
  const market = await openSpotMarket(engine);
  try {
    await market.reset('100');
    await growTicks(market.db);
    await growOrders(market);
    const before = await sizesOf(market.db);
    await prune(market.db);
    console.log(`growth on ${engine}: ${TICKS} ticks, ${ORDERS} orders`);
    report(before, await sizesOf(market.db));
  } finally {
    await market.close();
  }
}

/** Tables are rewritten for each measurement, so that reusable free space does not count. */
async function runCancelled(engine: OpenDatabase['engine']): Promise<void> {
  const market = await openSpotMarket(engine);
  try {
    await market.reset('100');
    const look = () => sizesOf(market.db, 'vacuum (full, analyze)');
    const empty = await look();
    await growCancelled(market);
    const grown = await look();
    await prune(market.db);
    const pruned = await look();
    const perOrder = (sizes: readonly Size[], name: string) => {
      const of = (all: readonly Size[]) => total(all.filter((size) => size.name === name));
      return (of(sizes) - of(empty)) / ORDERS;
    };
    console.log(`one order placed and cancelled on ${engine}, ${ORDERS} times: bytes before and after it is forgotten`);
    for (const { name } of grown.filter((size) => perOrder(grown, size.name) > 1)) {
      const [before, after] = [perOrder(grown, name), perOrder(pruned, name)];
      console.log(`  ${name.padEnd(20)}  ${before.toFixed(0).padStart(6)} ${after.toFixed(0).padStart(6)}`);
    }
  } finally {
    await market.close();
  }
}

for (const engine of await testEngines()) {
  await run(engine);
  await runCancelled(engine);
}
