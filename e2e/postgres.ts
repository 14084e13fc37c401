/**
 * Databases for the exchanges of the phone tests on a PostgreSQL server, where one answers: an exchange takes less than
 * half of the processor time there that it takes on the embedded database. By night all have the embedded one, so that
 * both engines meet every screen.
 */
import { randomUUID } from 'node:crypto';
import { isThorough } from '@halyard/contract/testing/thorough';
import pg from 'pg';

export type PostgresDatabase = { readonly url: string; drop(): Promise<void> };

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres:postgres@127.0.0.1:5432/postgres';

/** Makes an empty database; undefined where the embedded one is to be used. */
export async function createDatabase(): Promise<PostgresDatabase | undefined> {
  if (isThorough) return undefined;
  return create('').catch((error: unknown) => {
    if (process.env['REQUIRE_SERVICES'] === '1') throw error;
    return undefined;
  });
}

/** Makes a copy of a database that nothing is connected to. */
export function copyDatabase(url: string): Promise<PostgresDatabase> {
  return create(`template ${new URL(url).pathname.slice(1)}`);
}

async function create(origin: string): Promise<PostgresDatabase> {
  const name = `halyard_phones_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} ${origin}`);
  // No test ends the server, so that no commit needs to wait for its disk.
  await onServer(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
