/** Databases for tests: the embedded one in memory, and PostgreSQL in a database of its own where a server answers. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type DatabaseLocation, type OpenDatabase } from '../db/connect.ts';
import { emptyDatabase } from './emptyDatabase.ts';

/** A migrated, empty PGlite in memory. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return openDatabase({ image: await emptyDatabase() });
}

/** The engines that tests of database behaviour run on. With `REQUIRE_SERVICES=1` a PostgreSQL that does not answer is a failure. */
export async function testEngines(): Promise<readonly OpenDatabase['engine'][]> {
  if (process.env['REQUIRE_SERVICES'] === '1') return ['pglite', 'postgres'];
  return (await isPostgresUp()) ? ['pglite', 'postgres'] : ['pglite'];
}

/** A migrated, empty database of the engine; `close` removes it. */
export async function openTestDatabaseOn(engine: OpenDatabase['engine']): Promise<OpenDatabase> {
  return engine === 'pglite' ? openTestDatabase() : openFreshPostgres();
}

/** Makes an empty PostgreSQL database; answers its URL and the function that drops it. */
export async function createPostgresDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `halyard_test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`create database ${name}`));
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** A place for a database that outlives whoever opens it. */
export type TestLocation = { readonly location: DatabaseLocation; remove(): Promise<void> };

/** Makes a place for a database of the engine; `remove` it when nobody has it open. */
export async function newTestLocation(engine: OpenDatabase['engine']): Promise<TestLocation> {
  if (engine === 'postgres') {
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    return { location: { databaseUrl }, remove: drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-database-'));
  return { location: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true }) };
}

async function openFreshPostgres(): Promise<OpenDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ databaseUrl: url });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, close };
}

function serverUrl(): string {
  return process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres:postgres@127.0.0.1:5432/postgres';
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl(), connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isPostgresUp(): Promise<boolean> {
  try {
    await onServer((client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}
