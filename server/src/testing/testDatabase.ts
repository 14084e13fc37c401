/** Databases for tests: the embedded one in memory, and PostgreSQL in a database of its own if a server answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThorough } from '@halyard/contract/testing/thorough';
import { openDatabase, type DatabaseLocation, type OpenDatabase } from '../db/connect.ts';
import { putEmptyDatabase } from './emptyDatabase.ts';
import { createPostgresDatabase, isPostgresUp } from './postgresServer.ts';
import { openReusedDatabase } from './reusedDatabase.ts';

export { createPostgresDatabase };

type Engine = OpenDatabase['engine'];

/**
 * All engines, for tests of possible differences: parallel writes, writes that happen once, opening of a database. With
 * `REQUIRE_SERVICES=1` a PostgreSQL that does not answer is a failure.
 */
export async function testEngines(): Promise<readonly Engine[]> {
  if (process.env['REQUIRE_SERVICES'] === '1') return ['pglite', 'postgres'];
  return (await isPostgresUp()) ? ['pglite', 'postgres'] : ['pglite'];
}

/**
 * Every engine by night; the usual one at a change, for slow tests whose subject a shorter test covers on each engine.
 */
export async function testEnginesByNight(): Promise<readonly Engine[]> {
  return isThorough || process.env['KILL_POINTS'] !== undefined ? testEngines() : [await usualEngine()];
}

/** The one for all other tests: PostgreSQL if it answers, which takes half as long as the embedded database. */
export async function usualEngine(): Promise<Engine> {
  return (await testEngines()).at(-1) ?? 'pglite';
}

/** A migrated, empty database of the usual engine; `close` removes it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return openTestDatabaseOn(await usualEngine());
}

/** A migrated, empty database of the engine; `close` removes it. */
export async function openTestDatabaseOn(engine: Engine): Promise<OpenDatabase> {
  return openReusedDatabase(engine);
}

/** A location for a database that is opened and closed several times. */
export type TestLocation = { readonly location: DatabaseLocation; remove(): Promise<void> };

/** Makes a location with a migrated, empty database of the engine; `remove` it after all connections are closed. */
export async function newTestLocation(engine: Engine): Promise<TestLocation> {
  if (engine === 'postgres') {
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    return { location: { databaseUrl }, remove: drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-database-'));
  await putEmptyDatabase(dataDir);
  return { location: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true }) };
}

/** Nodes on one migrated, empty PostgreSQL database. `close` of the first one closes all and removes it. */
export async function openTestNodes(count: number): Promise<readonly [OpenDatabase, ...OpenDatabase[]]> {
  const { url: databaseUrl, drop } = await createPostgresDatabase();
  const first = await openDatabase({ databaseUrl });
  const others = await Promise.all(Array.from({ length: count - 1 }, () => openDatabase({ databaseUrl })));
  const close = async () => {
    for (const node of [first, ...others]) await node.close();
    await drop();
  };
  return [{ ...first, close }, ...others];
}
