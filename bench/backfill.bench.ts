// The history that a first start makes: six markets, every interval filled, on PGlite, beside bare SQL that only copies
// the resulting rows, in the same database and the same run. Times are the processor's: the database runs in this
// thread. Medians of three rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../server/src/db/database.ts';
import { createSimulatedSource } from '../server/src/market/feeds/simulated.ts';
import { catchUp, createFeedHarness } from '../server/src/testing/feedHarness.ts';
import { quantile } from './chart/rounds.ts';

const ROUNDS = 3;
const START_MS = Date.UTC(2026, 7, 12, 9, 41, 17, 350);
/** Of an otherwise idle machine. */
const BACKFILL_MAX_MS = 20_000;
const TABLES = ['ticks', 'candles'] as const;

const median = (values: readonly number[]) => quantile([...values], 0.5);

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The API of the driver's own client, below drizzle. */
type BareClient = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };

// drizzle stores the driver's client here.
const clientOf = (db: Database) => (db as unknown as { readonly $client: BareClient }).$client;

/** Copies the rows, with the indexes and checks of their tables. */
async function copyRows(client: BareClient): Promise<void> {
  for (const table of TABLES) {
    await client.query(`create table ${table}_copy (like ${table} including all)`);
    await client.query(`insert into ${table}_copy select * from ${table}`);
  }
}

async function countRows(client: BareClient): Promise<number> {
  const { rows: found } = await client.query(
    'select (select count(*) from ticks) + (select count(*) from candles) as rows',
  );
  return Number(found[0]?.['rows']);
}

const folder = mkdtempSync(join(tmpdir(), 'halyard-backfill-'));
const [made, copied]: [number[], number[]] = [[], []];
let rows = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const harness = await createFeedHarness(START_MS);
  made.push(
    await processorMs(async () => catchUp(await harness.startFeed(createSimulatedSource({ dataDir: folder })))),
  );
  const client = clientOf(harness.db);
  rows = await countRows(client);
  copied.push(await processorMs(() => copyRows(client)));
  await harness.close();
}
rmSync(folder, { recursive: true });
const isReached = median(made) <= BACKFILL_MAX_MS;
const ratio = median(made.map((ms, round) => ms / (copied[round] ?? Number.NaN)));
console.log(`${rows} rows; medians of ${ROUNDS} rounds`);
console.log(
  `  ${isReached ? 'ok    ' : 'MISSED'} history made    ${median(made).toFixed(0).padStart(6)} ms   goal <= ${BACKFILL_MAX_MS}`,
);
console.log(`         bare copy       ${median(copied).toFixed(0).padStart(6)} ms   (history ${ratio.toFixed(1)} x)`);
if (!isReached) process.exitCode = 1;
