// Failures of parts of the exchange, as users notice them: two nodes on PostgreSQL and Redis behind a load balancer,
// clients that place 200 orders a second and repeat each under its request id with the app's code, and sockets that
// stay connected. Each event is a row of the table; the first, in which nothing happens, is the baseline. The books and
// the public log are checked after each. The drill starts a PostgreSQL and a Redis of its own, on free ports.
//   DRILL_RATE=50 DRILL_EVENTS=restart,kill npm run bench -- drill
// DRILL_KEEP=1 leaves the logs of the nodes.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operate } from '../server/src/operator/operate.ts';
import { EVENTS, type DrillEvent, type Extra } from './drill/events.ts';
import { startOrders, type OrderTally } from './drill/orders.ts';
import { run } from './drill/services.ts';
import { openStage, untilSettled, type Stage } from './drill/stage.ts';
import { startWatch, type Watched } from './drill/watch.ts';

const PER_SECOND = Number(process.env['DRILL_RATE'] ?? '200');
const WANTED = process.env['DRILL_EVENTS']?.split(',');
/** Orders before the event, and after everything is up again. */
const BEFORE_MS = 3000;
const AFTER_MS = 5000;
const PROGRAMS = ['postgres', 'initdb', 'redis-server'];

type Row = {
  readonly title: string;
  readonly tally: OrderTally;
  /** Orders in the database, those that are there twice, and acknowledged ones that are not there. */
  readonly found: number;
  readonly doubled: number;
  readonly lost: number;
  /** Refused, and in the database all the same. */
  readonly refusedButDone: number;
  readonly watched: Watched;
  readonly extra: Extra;
  readonly sockets: { readonly losses: number; readonly silentMs: number };
  readonly hasSettled: boolean;
  readonly checks: string;
  readonly load: number;
};

async function drill(stage: Stage, event: DrillEvent): Promise<Row> {
  await event.prepare?.(stage);
  await untilSettled(stage);
  stage.sockets.read();
  const watch = startWatch(stage.postgres.adminUrl);
  const { place, tokens, balancer } = stage;
  const orders = startOrders({ url: balancer.url, place, tokens, perSecond: PER_SECOND });
  await pause(BEFORE_MS);
  watch.begin();
  const extra = await event.happen(stage);
  const hasSettled = await untilSettled(stage);
  await pause(AFTER_MS);
  const tally = await orders.stop();
  const watched = await watch.stop();
  const sockets = stage.sockets.read();
  const stored = await storedOf(stage, tally);
  const checks = await checksOf(stage);
  return { title: event.title, tally, ...stored, watched, extra, sockets, hasSettled, checks, load: loadavg()[0] ?? 0 };
}

async function storedOf({ postgres }: Stage, { sent, acknowledged }: OrderTally) {
  const rows = await run<{ id: string }>(
    postgres.adminUrl,
    'select client_request_id as id from spot_orders where client_request_id is not null',
  );
  const ofDrill = new Set(sent);
  const ids = rows.map(({ id }) => id).filter((id) => ofDrill.has(id));
  const found = new Set(ids);
  const lost = acknowledged.filter((id) => !found.has(id)).length;
  const refusedButDone = found.size - (acknowledged.length - lost);
  return { found: found.size, doubled: ids.length - found.size, lost, refusedButDone };
}

/** Runs `ledger check` and `log check`. */
async function checksOf({ env }: Stage): Promise<string> {
  const faults: string[] = [];
  for (const words of [
    ['ledger', 'check'],
    ['log', 'check'],
  ]) {
    const lines: string[] = [];
    const print = (text: string) => void lines.push(text);
    const log = { error: (fields: unknown) => print(JSON.stringify(fields)), warn: () => undefined };
    const exitCode = await operate({
      words,
      env: { ...env, OPERATOR_NAME: 'drill' },
      cwd: '/',
      out: print,
      err: print,
      log,
    });
    if (exitCode !== 0) faults.push(`${words.join(' ')}: ${lines.join(' ')}`);
  }
  return faults.length === 0 ? 'clean' : faults.join('; ');
}

const HEAD = [
  'Event',
  'Sent',
  'Acknowledged',
  'In the database',
  'Lost',
  'Doubled',
  'Refused or unclear',
  'p50',
  'p99',
  'Next leader',
  'Node left after',
  'Checks',
];

function cellsOf({ title, tally, found, doubled, lost, watched, extra, checks }: Row): string[] {
  const { sent, acknowledged, refused, unclear, latenciesMs } = tally;
  const errors = Object.values(refused).reduce((sum, number) => sum + number, unclear);
  return [
    title,
    `${sent.length}`,
    `${acknowledged.length}`,
    `${found}`,
    `${lost}`,
    `${doubled}`,
    `${errors}`,
    `${Math.round(quantile(latenciesMs, 0.5))} ms`,
    `${Math.round(quantile(latenciesMs, 0.99))} ms`,
    secondsOf(watched.nextLeaderMs),
    secondsOf(extra.leftAfterMs),
    checks,
  ];
}

/** Codes that users read, and halts that ended by themselves. */
function detailsOf({ tally, watched, sockets, extra, hasSettled, refusedButDone, load }: Row): string {
  const halts = [...watched.halts].map(([name, { fromMs, untilMs }]) => {
    return `${name} from ${secondsOf(fromMs)} to ${untilMs === undefined ? 'the end' : secondsOf(untilMs)}`;
  });
  const longestMs = Math.max(0, ...tally.latenciesMs);
  return [
    extra.note,
    `repeated by the app: ${countsOf(tally.repeated)}`,
    `refused: ${countsOf(tally.refused)}; unclear at first: ${tally.unclear}`,
    refusedButDone === 0 ? undefined : `refused and in the database: ${refusedButDone}`,
    `slowest order ${secondsOf(longestMs)}`,
    `sockets: ${sockets.losses} reconnects, the longest without a price ${secondsOf(sockets.silentMs)}`,
    `longest without a price in the database ${secondsOf(watched.priceGapMs)}, without a checkpoint ${secondsOf(watched.checkpointGapMs)}`,
    `halts: ${halts.length === 0 ? 'none' : halts.join(', ')}`,
    hasSettled ? undefined : 'NOT SETTLED: a node, a halt or a socket did not come back by itself',
    `load ${load.toFixed(1)}`,
  ]
    .filter((line) => line !== undefined)
    .map((line) => `    ${line}`)
    .join('\n');
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([name, number]) => `${number} x ${name}`);
  return all.length === 0 ? 'none' : all.join(', ');
}

function secondsOf(ms: number | undefined): string {
  return ms === undefined ? '-' : `${(ms / 1000).toFixed(1)} s`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function keepLogs({ nodes }: Stage): void {
  if (process.env['DRILL_KEEP'] !== '1') return;
  const folder = mkdtempSync(join(tmpdir(), 'halyard-drill-logs-'));
  for (const { logFile } of nodes) copyFileSync(logFile, join(folder, basename(logFile)));
  console.log(`logs of the nodes: ${folder}`);
}

async function main(): Promise<void> {
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length > 0) {
    console.log(`left out: ${missing.join(', ')} not in PATH`);
    return;
  }
  console.log(`${PER_SECOND} orders a second; load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
  const stage = await openStage();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.close().finally(() => process.exit(1)));
  }
  try {
    const rows: Row[] = [];
    for (const event of EVENTS.filter(({ name }) => WANTED?.includes(name) ?? true)) {
      const reason = event.missing?.(stage);
      if (reason !== undefined) {
        console.log(`${event.title}: left out, ${reason}`);
        continue;
      }
      const row = await drill(stage, event);
      rows.push(row);
      console.log(`${row.title}\n${detailsOf(row)}`);
    }
    const table = [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)];
    console.log(`\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
  } finally {
    keepLogs(stage);
    await stage.close();
  }
}

await main();
