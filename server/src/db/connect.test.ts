// Both engines open alike: the same types and times, one migration for several nodes that start together, data that
// survives a restart, and refusals in one clear line. Opens real databases: in memory, in temporary directories, and on
// PostgreSQL where available.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { putEmptyDatabase } from '../testing/emptyDatabase.ts';
import { insertUsers } from '../testing/ledgerFixtures.ts';
import { createBlankPostgresDatabase } from '../testing/postgresServer.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { DatabaseUnavailableError, openDatabase, type DatabaseLocation, type OpenDatabase } from './connect.ts';
import { rowsOf, type Reader } from './database.ts';

// A loopback port without a listener.
const DEAD_PORT = 8329;

const engines = await testEngines();
const cleanUps: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-connect-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

async function open(location: DatabaseLocation): Promise<OpenDatabase> {
  const opened = await openDatabase(location);
  cleanUps.push(async () => opened.close());
  return opened;
}

async function refusalOf(location: DatabaseLocation): Promise<string> {
  const error: unknown = await openDatabase(location).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnavailableError);
  return (error as DatabaseUnavailableError).message;
}

const migrationCount = async (reader: Reader) =>
  (await rowsOf<{ n: number }>(reader, sql`select count(*)::int as n from drizzle.__drizzle_migrations`))[0]?.n;

describe.each(engines)('a database on %s', (engine) => {
  it('returns numbers, times and other values in the same form as the other engine', async () => {
    const opened = await openTestDatabaseOn(engine);
    cleanUps.push(async () => opened.close());
    const [row] = await rowsOf(
      opened.db,
      sql`select 1.5::numeric(38, 18) as money, 9007199254740993::int8 as big, 7 as small, true as yes, '{"a": [1]}'::jsonb as json,
        '2023-03-26T01:30:00.250+02'::timestamptz as at, date '2023-03-26' as day, array[1.5]::numeric[] as moneys,
        array[9007199254740993]::int8[] as bigs, array['a']::text[] as words, null::numeric as missing`,
    );
    expect(row).toEqual({
      money: '1.500000000000000000',
      big: '9007199254740993',
      small: 7,
      yes: true,
      json: { a: [1] },
      at: '2023-03-25 23:30:00.25+00',
      day: '2023-03-26',
      moneys: '{1.5}',
      bigs: ['9007199254740993'],
      words: ['a'],
      missing: null,
    });
  });

  it('takes arrays, nulls in them and decimals of any width as parameters', async () => {
    const opened = await openTestDatabaseOn(engine);
    cleanUps.push(async () => opened.close());
    const wide = '-12345678901234567890.123456789012345678';
    const rows = await opened.db.transaction((tx) =>
      rowsOf(
        tx,
        sql`select n, amount, word from unnest(
          ${sql.param([1, null])}::int[], ${sql.param([wide, '0'])}::numeric[], ${sql.param(['a "b" {c},\\', ''])}::text[]
        ) as t (n, amount, word)`,
      ),
    );
    expect(rows).toEqual([
      { n: 1, amount: wide, word: 'a "b" {c},\\' },
      { n: null, amount: '0', word: '' },
    ]);
  });

  it('has markets whose precisions the ledger can multiply exactly', async () => {
    const opened = await openTestDatabaseOn(engine);
    cleanUps.push(async () => opened.close());
    const rows = await rowsOf<{ symbol: string; base_id: number; places: number }>(
      opened.db,
      sql`select symbol, base_id, price_precision + quantity_precision as places from markets order by base_id`,
    );
    const ids = rows.map(({ symbol, base_id: id }) => `${symbol} ${id}`);
    expect(ids).toEqual(['BTC/USDT 1', 'ETH/USDT 2', 'LTC/USDT 10', 'XRP/USDT 11', 'SOL/USDT 12', 'DOGE/USDT 13']);
    expect(rows.filter(({ places }) => places > 18)).toEqual([]);
  });
});

describe('the embedded database', () => {
  it('preserves commits over a restart, and migrates once', async () => {
    const dataDir = newDataDir();
    const first = await openDatabase({ dataDir });
    const users = await insertUsers(first.db, 3);
    const migrations = await migrationCount(first.db);
    await first.close();
    const second = await open({ dataDir });
    expect(await rowsOf(second.db, sql`select id from users order by id`)).toEqual(users.map((id) => ({ id })));
    expect(await migrationCount(second.db)).toBe(migrations);
  });

  it.runIf(isThorough)('starts again after an interrupted first start', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'pg.new', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'pg.new', 'PG_VERSION'), '18\n');
    const opened = await open({ dataDir });
    expect(await migrationCount(opened.db)).toBeGreaterThan(0);
  });

  it('is opened by one process only, and names it', async () => {
    const dataDir = newDataDir();
    await putEmptyDatabase(dataDir);
    const first = await openDatabase({ dataDir });
    const refusal = await refusalOf({ dataDir });
    expect(refusal).toBe(
      `The data directory ${dataDir} is in use by the process ${process.pid}: stop it, or set DATA_DIR to another directory.`,
    );
    await first.close();
    await open({ dataDir });
  });

  it('reports an unreadable database in one line, and releases its directory', async () => {
    const dataDir = newDataDir();
    await putEmptyDatabase(dataDir);
    writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '14\n');
    const line = `The database in ${dataDir} cannot be read: it is damaged or was made by another version: restore a copy, or set DATA_DIR to another directory.`;
    expect(await refusalOf({ dataDir })).toBe(line);
    expect(await refusalOf({ dataDir })).toBe(line);
  });

  it('reports a data directory that is not a directory in one line', async () => {
    const path = join(newDataDir(), 'file');
    writeFileSync(path, '');
    expect(await refusalOf({ dataDir: path })).toMatch(/^The data directory \S+ cannot be used: EEXIST[^\n]*$/);
  });
});

describe('a database server', () => {
  it('is named in one line without the password when it does not answer', async () => {
    const refusal = await refusalOf({ databaseUrl: `postgres://ann:secret@127.0.0.1:${DEAD_PORT}/halyard` });
    expect(refusal).toBe(
      `The database at postgres://ann@127.0.0.1:${DEAD_PORT}/halyard cannot be opened: connect ECONNREFUSED 127.0.0.1:${DEAD_PORT}`,
    );
  });

  it.runIf(engines.includes('postgres'))('is read in UTC, even if its URL has other options', async () => {
    const { url, drop } = await createBlankPostgresDatabase();
    cleanUps.push(drop);
    const options = encodeURIComponent('-c TimeZone=Asia/Tokyo -c DateStyle=German -c statement_timeout=90s');
    const { db } = await open({ databaseUrl: `${url}?options=${options}` });
    expect(
      await rowsOf(
        db,
        sql`select '2026-11-23T12:00:00Z'::timestamptz as at, current_setting('statement_timeout') as own`,
      ),
    ).toEqual([{ at: '2026-11-23 12:00:00+00', own: '90s' }]);
  });

  it.runIf(engines.includes('postgres'))('is migrated once by nodes that start together', async () => {
    const { url: databaseUrl, drop } = await createBlankPostgresDatabase();
    cleanUps.push(drop);
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open({ databaseUrl })));
    const counts = await Promise.all(nodes.map(({ db }) => migrationCount(db)));
    const own = await openTestDatabaseOn('pglite');
    cleanUps.push(async () => own.close());
    expect(new Set(counts)).toEqual(new Set([await migrationCount(own.db)]));
  });
});
