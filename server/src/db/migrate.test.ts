// A database has exactly the functions of the folder, independent of its earlier ones: they are created, changed, given
// parameters and dropped, and untouched when nothing changed. On both engines, with folders made for the test.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase, openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { openDatabase } from './connect.ts';
import { rowsOf, type Database } from './database.ts';
import { applyFunctions } from './migrate.ts';

const engines = await testEngines();
const cleanUps: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function openOn(engine: (typeof engines)[number]): Promise<Database> {
  const { db, close } = await openTestDatabaseOn(engine);
  cleanUps.push(close);
  return db;
}

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-functions-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), text);
  return folder;
}

const FOLDER = fileURLToPath(new URL('./functions', import.meta.url));
const ONE = 'create function test_one(a integer) returns integer language sql as $$ select a + 1 $$;';
const VIEW = 'create view test_two as select 2 as two;';

/** Signatures of all functions except trigger functions, and all views; `oid` and `xmin` reveal a re-creation. */
const inCatalogue = (db: Database) =>
  rowsOf<{ signature: string; oid: number }>(
    db,
    sql`select oid::regprocedure::text as signature, oid::int from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
      union all select relname, oid::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      order by signature`,
  );

const one = async (db: Database) => (await rowsOf<{ n: number }>(db, sql`select test_one(1) as n`))[0]?.n;

describe.each(engines)('the functions of a database on %s', (engine) => {
  it('are those of the folder after opening, and stay untouched without a change', async () => {
    const db = await openOn(engine);
    const before = await inCatalogue(db);
    const files = readdirSync(FOLDER).map((file) => basename(file, '.sql'));
    expect(before.map(({ signature }) => signature.replace(/\(.*/, ''))).toEqual(files.toSorted());
    expect(await applyFunctions(db)).toEqual([]);
    expect(await inCatalogue(db)).toEqual(before);
  });

  it('are created, changed with parameters and results, and dropped', async () => {
    const db = await openOn(engine);
    const replaced = await applyFunctions(db, folderOf({ test_one: ONE, test_two: VIEW }));
    expect(replaced).toContain('spot_write');
    expect((await inCatalogue(db)).map(({ signature }) => signature)).toEqual(['test_one(integer)', 'test_two']);
    expect(await one(db)).toBe(2);

    const changed = ONE.replaceAll('integer', 'bigint').replace('+ 1', '+ 2');
    expect(await applyFunctions(db, folderOf({ test_one: changed }))).toEqual(['test_two', 'test_one']);
    expect((await inCatalogue(db)).map(({ signature }) => signature)).toEqual(['test_one(bigint)']);

    expect(await applyFunctions(db)).toEqual(['test_one']);
    const expected = await inCatalogue(await openOn(engine));
    expect((await inCatalogue(db)).map(({ signature }) => signature)).toEqual(
      expected.map(({ signature }) => signature),
    );
  });

  it('stay unchanged when a new one is invalid', async () => {
    const db = await openOn(engine);
    await applyFunctions(db, folderOf({ test_one: ONE }));
    await expect(
      applyFunctions(db, folderOf({ test_one: ONE.replace('+ 1', '+ 5'), test_two: 'create view nonsense' })),
    ).rejects.toThrow();
    expect(await one(db)).toBe(2);
  });
});

describe.runIf(engines.includes('postgres'))('nodes of several versions on one database', () => {
  it('refuse the older one in one line, without a change', async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase();
    cleanUps.push(drop);
    const newer = await openDatabase({ databaseUrl });
    cleanUps.push(() => newer.close());
    await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`);
    await applyFunctions(newer.db, folderOf({ test_one: ONE }));
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(
      /cannot be opened: it was migrated by a newer version of the exchange: start that one$/,
    );
    expect((await inCatalogue(newer.db)).map(({ signature }) => signature)).toEqual(['test_one(integer)']);
  });
});
