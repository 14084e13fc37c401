/** Events that happen to the exchange while users trade. */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { run } from './services.ts';
import { leaderOf, type DrillNode, type Stage } from './stage.ts';

/** Measured by the event itself. */
export type Extra = { readonly leftAfterMs?: number; readonly note?: string };

export type DrillEvent = {
  readonly name: string;
  readonly title: string;
  /** Before the orders begin. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  readonly happen: (stage: Stage) => Promise<Extra>;
  /** Why it cannot be done here. */
  readonly missing?: (stage: Stage) => string | undefined;
};

const QUIET_MS = 10_000;
const DOWN_MS = 10_000;
const FROZEN_MS = 20_000;
const REDIS_AWAY_MS = 6000;
const DATABASE_AWAY_MS = 5000;
const USED_UP_MS = 8000;
const TERMINATED_AFTER_MS = 2000;
const TERMINATED_EVERY_MS = 1000;
const TAKERS = 8;
const WRONG_CLOCK_MS = 15_000;
const FULL_MS = 15_000;
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

export const EVENTS: readonly DrillEvent[] = [
  {
    name: 'nothing',
    title: 'nothing happens, 10 s',
    happen: async () => {
      await pause(QUIET_MS);
      return {};
    },
  },
  { name: 'restart', title: 'both nodes restarted, one after the other', happen: restartBoth },
  { name: 'kill', title: 'leader killed (SIGKILL), back after 10 s', happen: killLeader },
  { name: 'freeze', title: 'leader frozen (SIGSTOP) for 20 s in a transaction', happen: freezeHolder },
  { name: 'redis', title: 'Redis away for 6 s', happen: ({ redis }) => takeAway(redis, REDIS_AWAY_MS) },
  {
    name: 'postgres',
    title: 'PostgreSQL away for 5 s',
    happen: ({ postgres }) => takeAway(postgres, DATABASE_AWAY_MS),
  },
  { name: 'connections', title: 'connections of PostgreSQL used up for 8 s', happen: useUpConnections },
  {
    name: 'clock',
    title: "leader's clock 90 s fast for 15 s, then a restart with it",
    prepare: prepareClock,
    happen: setClockFast,
    missing: () => (existsSync(FAKETIME) ? undefined : 'faketime is not installed'),
  },
  {
    name: 'disk',
    title: "disk of the nodes' data folder full for 15 s",
    happen: fillDisk,
    missing: ({ hasOwnDisk }) => (hasOwnDisk ? undefined : 'this user may not mount a small disk'),
  },
];

async function restartBoth({ nodes }: Stage): Promise<Extra> {
  for (const node of nodes) {
    await node.stop();
    await node.start();
    await untilReady(node);
  }
  return {};
}

async function killLeader(stage: Stage): Promise<Extra> {
  const leader = await leaderOf(stage);
  const startedAtMs = performance.now();
  await leader.kill();
  await pause(DOWN_MS);
  const leftAfterMs = leftAfter(stage, leader, startedAtMs);
  await leader.start();
  return { leftAfterMs };
}

async function freezeHolder(stage: Stage): Promise<Extra> {
  const leader = await leaderOf(stage);
  const isHolding = await freezeInTransaction(stage, leader);
  const startedAtMs = performance.now();
  await pause(FROZEN_MS);
  const leftAfterMs = leftAfter(stage, leader, startedAtMs);
  leader.thaw();
  return { leftAfterMs, note: isHolding ? 'it held the lock of the market' : 'it held no lock' };
}

const TRIES = 200;
const TRY_EVERY_MS = 7;
/** Statements under way end within this time, and leave their transaction idle. */
const STATEMENT_MS = 60;

/** Freezes a node while one of its transactions has locked the market; false when that was not met. */
async function freezeInTransaction({ postgres }: Stage, node: DrillNode): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      node.freeze();
      await pause(STATEMENT_MS);
      const { rows: holding } = await client.query(
        `select from pg_stat_activity where application_name = $1 and state = 'idle in transaction'`,
        [node.name],
      );
      const { rows: free } = await client.query(`select from markets where symbol = 'BTC/USDT' for update skip locked`);
      if (holding.length > 0 && free.length === 0) return true;
      node.thaw();
      await pause(TRY_EVERY_MS + (attempt % TRY_EVERY_MS));
    }
    node.freeze();
    return false;
  } finally {
    await client.end();
  }
}

async function takeAway(service: { crash(): Promise<void>; start(): Promise<void> }, awayMs: number): Promise<Extra> {
  const startedAtMs = performance.now();
  await service.crash();
  await pause(awayMs);
  await service.start();
  return { note: `it answered again after ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s` };
}

/** Another program takes every connection: first the free ones, and then each that the nodes lose. */
async function useUpConnections({ postgres }: Stage): Promise<Extra> {
  const taken: pg.Client[] = [];
  const over = new AbortController();
  const taking = Array.from({ length: TAKERS }, () => takeConnections(postgres.url, taken, over.signal));
  await pause(TERMINATED_AFTER_MS);
  const ofNodes = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'node-%'`;
  for (let left = USED_UP_MS - TERMINATED_AFTER_MS; left > 0; left -= TERMINATED_EVERY_MS) {
    await run(postgres.adminUrl, ofNodes);
    await pause(TERMINATED_EVERY_MS);
  }
  over.abort();
  await Promise.all(taking);
  const held = taken.length;
  await Promise.all(taken.map((client) => client.end()));
  return { note: `another program held ${held} of 97 connections` };
}

async function takeConnections(url: string, taken: pg.Client[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      await pause(5);
    }
  }
}

const clockFile = ({ folder }: Stage) => join(folder, 'clock');

/** Makes the second node lead, with a clock that can be set. */
async function prepareClock(stage: Stage): Promise<void> {
  const [other, fast] = stage.nodes;
  writeFileSync(clockFile(stage), '+0s\n');
  await fast.stop();
  await fast.start(fakeTime(stage));
  await untilReady(fast);
  while ((await leaderOf(stage)) !== fast) {
    await other.stop();
    await other.start();
    await untilReady(other);
  }
}

async function setClockFast(stage: Stage): Promise<Extra> {
  const [, fast] = stage.nodes;
  const wasLeading = (await leaderOf(stage)) === fast;
  writeFileSync(clockFile(stage), '+90s\n');
  const startedAtMs = performance.now();
  await pause(WRONG_CLOCK_MS);
  const leftAfterMs = leftAfter(stage, fast, startedAtMs);
  await fast.stop();
  const hasStarted = await fast.start(fakeTime(stage)).then(
    () => true,
    () => false,
  );
  const lastLine = readFileSync(fast.logFile, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  if (hasStarted) await fast.stop();
  await fast.start();
  const lead = wasLeading ? 'it led' : 'it did not lead';
  return {
    leftAfterMs,
    note: `${lead}; ${hasStarted ? 'it started with the wrong clock' : `start refused: "${lastLine}"`}`,
  };
}

function fakeTime(stage: Stage): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clockFile(stage),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

const MEGABYTE = Buffer.alloc(2 ** 20);

async function fillDisk({ dataDir }: Stage): Promise<Extra> {
  const filler = join(dataDir, 'filler');
  const file = openSync(filler, 'w');
  // Smaller and smaller parts, until not a byte more fits.
  for (let size = MEGABYTE.length; size >= 1; size = Math.floor(size / 2)) fillWith(file, size);
  closeSync(file);
  await pause(FULL_MS);
  rmSync(filler);
  return {};
}

function fillWith(file: number, size: number): void {
  try {
    for (;;) writeSync(file, MEGABYTE, 0, size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** How long the balancer went on to send requests to a node. */
function leftAfter({ balancer }: Stage, { url }: DrillNode, sinceMs: number): number {
  return Math.max(0, (balancer.lastPassedMs(url) ?? sinceMs) - sinceMs);
}

async function untilReady({ url }: DrillNode): Promise<void> {
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
}
