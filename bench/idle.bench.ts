// Cost of an idle exchange, on each engine, beside a bare process on the same engine that appends six ticks a second in
// one statement: the processor time of both over the same five minutes, with that of PostgreSQL's processes for them
// where it runs on this machine. Reads /proc, so it runs on Linux alone. IDLE_SECONDS=60 tries it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createPostgresDatabase, testEngines } from '../server/src/testing/testDatabase.ts';

const SECONDS = Number(process.env['IDLE_SECONDS'] ?? '300');
/** After a start some work remains: for example, the planner's statistics. */
const REST_MS = 90_000;
const PORT = '4790';
/** Of `/proc/<pid>/stat`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const SERVER = fileURLToPath(new URL('../server/build/server.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('idleBare.ts', import.meta.url));

type Place = { readonly dataDir: string; readonly url?: string; remove(): Promise<void> };
type Running = { readonly place: Place; readonly child: ChildProcess };

async function newPlace(engine: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'pglite') return { dataDir, remove: async () => removeFolder() };
  const { url, drop } = await createPostgresDatabase();
  return { dataDir, url, remove: () => drop().then(removeFolder) };
}

/** Starts a process and waits for its first output. */
async function start(place: Place, args: readonly string[], begun: string): Promise<Running> {
  const { dataDir: DATA_DIR, url } = place;
  const settings = { SANDBOX: '1', HOST: '127.0.0.1', PORT, DATA_DIR, ...(url !== undefined && { DATABASE_URL: url }) };
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  while (!output.includes(begun)) {
    const [text] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [undefined])]);
    if (text === undefined) throw new Error(`a process ended before it began: ${output}`);
    output += String(text);
  }
  child.stdout.resume();
  return { place, child };
}

/** Seconds of processor that a process has taken; 0 for one that is gone, or on another machine. */
function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** The processes of PostgreSQL for a database, with what they have taken. */
async function backends(url: string | undefined): Promise<ReadonlyMap<number, number>> {
  if (url === undefined) return new Map();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return new Map(rows.map(({ pid }) => [pid, secondsOf(pid)]));
}

type Spent = { readonly own: number; readonly database: number };

/** Processor time of a process and of PostgreSQL's processes for it from now on, when called. */
async function meter({ place, child }: Running): Promise<() => Promise<Spent>> {
  const pid = child.pid ?? 0;
  const [own, before] = [secondsOf(pid), await backends(place.url)];
  return async () => {
    const after = [...(await backends(place.url))];
    const database = after.reduce((sum, [backend, seconds]) => sum + seconds - (before.get(backend) ?? 0), 0);
    return { own: secondsOf(pid) - own, database };
  };
}

function print(name: string, { own, database }: Spent): void {
  const percent = (seconds: number) => `${((100 * seconds) / SECONDS).toFixed(2)} %`;
  console.log(
    `  ${name.padEnd(14)} ${percent(own + database).padStart(8)} of a core (PostgreSQL's part ${percent(database)})`,
  );
}

async function run(engine: string): Promise<void> {
  const places = [await newPlace(engine), await newPlace(engine)] as const;
  const running: Running[] = [];
  try {
    running.push(await start(places[0], [SERVER], 'Halyard is ready'));
    const bareArgs = ['--import', 'tsx', BARE, places[1].url ?? places[1].dataDir];
    running.push(await start(places[1], bareArgs, 'begun'));
    await pause(REST_MS);
    const meters = await Promise.all(running.map(meter));
    await pause(SECONDS * 1000);
    const [exchange, bare] = await Promise.all(meters.map((read) => read()));
    if (exchange === undefined || bare === undefined) return;
    console.log(`an exchange that nobody uses on ${engine}, ${SECONDS} seconds`);
    print('exchange', exchange);
    print('bare process', bare);
    const ratio = (exchange.own + exchange.database) / (bare.own + bare.database);
    console.log(`  the exchange takes ${ratio.toFixed(1)} times as much`);
  } finally {
    for (const { child } of running) {
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'exit');
    }
    for (const place of places) await place.remove();
  }
}

for (const engine of await testEngines()) await run(engine);
