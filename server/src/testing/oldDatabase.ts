/** A database as an older version left it, for tests of migrations. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { OpenDatabase } from '../db/connect.ts';
import { createBlankPostgresDatabase } from './postgresServer.ts';
import { type TestLocation } from './testDatabase.ts';

type Journal = { readonly entries: readonly { readonly tag: string }[] };

const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));

/**
 * Makes a database that is migrated up to `lastTag` and no further, and filled with `statements`; `remove` it after all
 * connections are closed.
 */
export async function leaveOldDatabase(
  engine: OpenDatabase['engine'],
  lastTag: string,
  statements: string,
): Promise<TestLocation> {
  const place = await newBlankLocation(engine);
  const { databaseUrl = '', dataDir = '' } = place.location;
  const migrationsFolder = await migrationsUpTo(lastTag);
  try {
    if (databaseUrl === '') {
      const client = await PGlite.create(join(dataDir, 'pg'));
      await migratePglite(drizzlePglite(client), { migrationsFolder });
      await client.exec(statements);
      await client.close();
    } else {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await migratePostgres(drizzlePostgres(client), { migrationsFolder });
      await client.query(statements);
      await client.end();
    }
  } finally {
    await rm(migrationsFolder, { recursive: true });
  }
  return place;
}

/** Makes a database of `statements` alone; call `remove` when it is closed. */
export async function leaveDumpedDatabase(engine: OpenDatabase['engine'], statements: string): Promise<TestLocation> {
  const place = await newBlankLocation(engine);
  const { databaseUrl = '', dataDir = '' } = place.location;
  if (databaseUrl === '') {
    const client = await PGlite.create(join(dataDir, 'pg'));
    await client.exec(statements);
    await client.close();
  } else {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(statements);
    await client.end();
  }
  return place;
}

async function newBlankLocation(engine: OpenDatabase['engine']): Promise<TestLocation> {
  if (engine === 'pglite') {
    const dataDir = await mkdtemp(join(tmpdir(), 'halyard-old-'));
    return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true }) };
  }
  const { url, drop } = await createBlankPostgresDatabase();
  return { location: { databaseUrl: url }, remove: drop };
}

async function migrationsUpTo(lastTag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as Journal;
  const last = journal.entries.findIndex(({ tag }) => tag === lastTag);
  if (last < 0) throw new Error(`there is no migration ${lastTag}`);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return folder;
}
