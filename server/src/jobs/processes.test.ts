// Three processes on one PostgreSQL: each row runs once, and the rows of a killed process are continued elsewhere.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, type OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { createPostgresDatabase, testEnginesByNight } from '../testing/testDatabase.ts';
import { addJob } from './job.ts';

const ENTRY = fileURLToPath(new URL('../testing/dueProcess.ts', import.meta.url));
const NODES = 3;
const ROWS = 300;
const SOON = { interval: 20 };

describe.runIf((await testEnginesByNight()).includes('postgres'))('three processes, one of which is killed', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let database: OpenDatabase;
  const nodes: ReturnType<typeof spawnNode>[] = [];

  beforeAll(async () => {
    place = await createPostgresDatabase();
    database = await openDatabase({ databaseUrl: place.url });
    await database.db.execute(sql`create table effects (kind text, key text, pid int)`);
    // An effect outside the database may happen twice after a crash, so it must be idempotent.
    await database.db.execute(sql`create unique index effects_outside on effects (key) where kind = 'outside'`);
    for (let count = NODES; count > 0; count -= 1) nodes.push(spawnNode(place.url));
    await Promise.all(nodes.map(({ stdout }) => once(stdout, 'data')));
  });
  afterAll(async () => {
    for (const node of nodes) node.kill('SIGKILL');
    await database.close();
    await place.drop();
  });

  const keys = Array.from({ length: ROWS }, (_, index) => `k${String(index).padStart(3, '0')}`);
  const done = (kind: string) =>
    rowsOf<{ key: string; pid: number }>(
      database.db,
      sql`select key, pid from effects where kind = ${kind} order by key`,
    );
  const leaders = async () => (await done('lead')).map(({ pid }) => pid);

  it('run each row once, and another one continues the lead of the killed one', async () => {
    const { db } = database;
    await vi.waitFor(async () => expect(await leaders()).toHaveLength(1), SOON);
    const works = ['inside', 'outside'].flatMap((kind) => keys.map((key) => ({ kind, key, dueAtMs: Date.now() })));
    await db.transaction((tx) => addJob(tx, works));
    // Killed in the middle of all three jobs: it leads, and has done some rows of both others.
    const [leader = 0] = await leaders();
    const isAtIt = async (kind: string) => (await done(kind)).filter(({ pid }) => pid === leader).length > 2;
    await vi.waitFor(async () => expect([await isAtIt('inside'), await isAtIt('outside')]).toEqual([true, true]), SOON);

    process.kill(leader, 'SIGKILL');
    const killedAt = performance.now();
    await vi.waitFor(async () => expect(await leaders()).toHaveLength(2), SOON);
    process.stdout.write(`handed over ${Math.round(performance.now() - killedAt)} ms after the kill\n`);

    const left = () => rowsOf(db, sql`select kind, key from jobs where kind <> 'lead'`);
    await vi.waitFor(async () => expect(await left()).toEqual([]), SOON);
    for (const kind of ['inside', 'outside']) expect((await done(kind)).map(({ key }) => key)).toEqual(keys);
    // Only rows that the killed process was working on were begun again.
    const begun = await done('begun');
    const again = new Set(begun.map(({ key }) => key).filter((key, index, all) => all.indexOf(key) !== index));
    for (const { key, pid } of begun.filter((row) => again.has(row.key))) {
      expect(begun.filter((row) => row.key === key)).toHaveLength(2);
      expect(
        begun.some((row) => row.key === key && row.pid === leader),
        `${key} of ${pid}`,
      ).toBe(true);
    }
  });
});

function spawnNode(url: string) {
  return spawn(process.execPath, ['--import', 'tsx', ENTRY, url], { stdio: ['ignore', 'pipe', 'inherit'] });
}
