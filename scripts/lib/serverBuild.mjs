// Before the tests of the server: the built server, for those that run it as a process. After them: removes the
// databases that their workers have left on the PostgreSQL server.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ensureServerBuilt } from './build.mjs';
import { TEST_DATABASE_URL } from './processorTime.mjs';

export async function setup() {
  // Workers inherit it.
  process.env['TEST_RUN'] ??= randomBytes(4).toString('hex');
  await ensureServerBuilt();
}

export async function teardown() {
  const client = new pg.Client({ connectionString: TEST_DATABASE_URL, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } catch {
    // Without a server nothing is left on it.
    return;
  }
  const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
    `halyard_test_${process.env['TEST_RUN']}_`,
  ]);
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
