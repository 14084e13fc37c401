// Growth of an idle exchange: bytes that each hour of six simulated markets with a price a second adds to the tables
// and indexes of PostgreSQL, with the public log and the hourly pruning. A year is made of hours like the last.
// IDLE_HOURS=1 tries it with fewer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { COIN_MODELS, simulateTick, type CoinModel } from '@halyard/contract/market/simulatedModel';
import type { Decimal } from '@halyard/contract/money';
import { rowsOf, type Database } from '../server/src/db/database.ts';
import { followSeries, listMarketRecords, type MarketRecord } from '../server/src/market/marketRecord.ts';
import { appendTogether, openSeries } from '../server/src/market/series.ts';
import { PRUNERS } from '../server/src/retention.ts';
import { createTestClock, type TestClock } from '../server/src/testing/testClock.ts';
import { openTestDatabaseOn, testEngines } from '../server/src/testing/testDatabase.ts';
import { readLogKey } from '../server/src/transparency/logKey.ts';
import { publishedHead } from '../server/src/transparency/publishedHead.ts';
import { createSequencer, type Sequencer } from '../server/src/transparency/sequencer.ts';

const HOURS = Number(process.env['IDLE_HOURS'] ?? '3');
const SECONDS = 3600;
const PRUNED_AT_ONCE = 500;
const YEAR_HOURS = 365 * 24;
const STATE = { model: 'schwartz-3', anchor: 'a'.repeat(64) };

type Series = { readonly market: MarketRecord; readonly coin: CoinModel; readonly seriesId: number; price: Decimal };
type Sizes = ReadonlyMap<string, number>;

async function openMarkets(db: Database): Promise<Series[]> {
  const markets = (await listMarketRecords(db)).flatMap((market) => {
    const coin = COIN_MODELS.get(market.symbol);
    return coin === undefined ? [] : [{ market, coin }];
  });
  return Promise.all(
    markets.map(({ market, coin }) =>
      db.transaction(async (tx) => {
        const key = { marketId: market.id, source: 'simulated', identity: 'idle' } as const;
        const { seriesId } = await openSeries(tx, key, STATE);
        await followSeries(tx, market.id, { seriesId, status: 'trading' });
        return { market, coin, seriesId, price: coin.anchor };
      }),
    ),
  );
}

const words = () => Array.from({ length: 16 }, () => Math.floor(Math.random() * 2 ** 32));

function nextTick(one: Series, atMs: number) {
  const { price, quantity } = simulateTick(
    words(),
    { coin: one.coin, priceBefore: one.price, stepMs: 1000, isHistory: false },
    { price: one.market.terms.pricePrecision, quantity: one.market.terms.quantityPrecision },
  );
  one.price = price;
  return { at: new Date(atMs).toISOString(), price, quantity };
}

async function sizesOf(db: Database): Promise<Sizes> {
  const rows = await rowsOf<{ name: string; bytes: string }>(
    db,
    sql`select relname as name, case relkind when 'i' then pg_relation_size(oid) else pg_table_size(oid) end::text as bytes
      from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function prune(db: Database, nowMs: number): Promise<void> {
  for (const pruner of Object.values(PRUNERS)) await db.transaction((tx) => pruner(tx, nowMs, PRUNED_AT_ONCE));
  await db.execute(sql`vacuum`);
}

/** Average bytes of each column of the rows, with its length header but without padding. */
async function columnsOf(db: Database, table: string): Promise<string> {
  const columns = await rowsOf<{ name: string }>(
    db,
    sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`,
  );
  const [row] = await rowsOf<Record<string, string | null>>(
    db,
    sql.raw(
      `select ${columns.map(({ name }) => `round(avg(pg_column_size(${name})), 1)::text as ${name}`).join(', ')} from ${table}`,
    ),
  );
  return Object.entries(row ?? {})
    .map(([name, bytes]) => `${name} ${bytes ?? '-'}`)
    .join(', ');
}

function report(hour: number, before: Sizes, after: Sizes): void {
  const grown = [...after].map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }));
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `  hour ${hour}: ${total.toLocaleString('en-US')} bytes, ${((total * YEAR_HOURS) / 1e9).toFixed(1)} GB a year`,
  );
  for (const { name, bytes } of grown.toSorted((a, b) => b.bytes - a.bytes).filter((one) => one.bytes !== 0))
    console.log(`    ${name.padEnd(34)} ${bytes.toLocaleString('en-US').padStart(12)}`);
}

type Place = { readonly db: Database; readonly clock: TestClock; readonly sequencer: Sequencer };

/** An hour of prices, each second of which is logged. */
async function passHour({ db, clock, sequencer }: Place, series: readonly Series[], after: number): Promise<void> {
  for (let second = 0; second < SECONDS; second += 1) {
    clock.advance(1000);
    const ticks = series.map((one) => {
      const tick = nextTick(one, clock.nowMs());
      return { seriesId: one.seriesId, after: after + second, state: STATE, ticks: [tick] };
    });
    await appendTogether(db, ticks, []);
    await sequencer.advance();
    // As autovacuum does once a minute.
    if (second % 60 === 0) await db.execute(sql`vacuum candles, price_series, log_series, log_checkpoints`);
  }
}

async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-idle-'));
  const { db, close } = await openTestDatabaseOn('postgres');
  try {
    const clock = createTestClock(Date.UTC(2026, 0, 5));
    const series = await openMarkets(db);
    const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
    const key = await readLogKey(dataDir, undefined);
    const sequencer = createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) });
    await sequencer.advance();
    console.log(`${series.length} idle markets on postgres`);
    let before = await sizesOf(db);
    for (let hour = 1; hour <= HOURS; hour += 1) {
      await passHour({ db, clock, sequencer }, series, (hour - 1) * SECONDS);
      await prune(db, clock.nowMs());
      const after = await sizesOf(db);
      report(hour, before, after);
      before = after;
    }
    for (const table of ['ticks', 'log_entries', 'log_checkpoints', 'candles'])
      console.log(`  columns of ${table}: ${await columnsOf(db, table)}`);
  } finally {
    await close();
    rmSync(dataDir, { recursive: true });
  }
}

if ((await testEngines()).includes('postgres')) await run();
