/**
 * Databases for the exchanges of the phone tests on a PostgreSQL server, if one answers: an exchange needs less than
 * half of the processor time there that it needs on the embedded database. By night all have the embedded one, so that
 * both engines run every screen.
 */
import { randomUUID } from 'node:crypto';
import { isThorough } from '@halyard/contract/testing/thorough';
import pg from 'pg';

export type PostgresDatabase = { readonly url: string; drop(): Promise<void> };

const PREFIX = 'halyard_phones_';
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres:postgres@127.0.0.1:5432/postgres';

/** Makes an empty database; undefined where the embedded one is used. */
export async function createDatabase(): Promise<PostgresDatabase | undefined> {
  if (isThorough) return undefined;
  try {
    await dropUnused();
    return await create('');
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    return undefined;
  }
}

/** Drops the databases that interrupted runs left behind, after a day. */
async function dropUnused(): Promise<void> {
  await onServer(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where starts_with(datname, $1) and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '1 day'`,
      [PREFIX],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name}`);
  });
}

/** Makes a copy of a database without connections. */
export function copyDatabase(url: string): Promise<PostgresDatabase> {
  return create(`template ${new URL(url).pathname.slice(1)}`);
}

async function create(origin: string): Promise<PostgresDatabase> {
  const name = `${PREFIX}${randomUUID().replaceAll('-', '')}`;
  await onServer(async (client) => {
    await client.query(`create database ${name} ${origin}`);
    // No test ends the server, so no commit needs to wait for its disk.
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
