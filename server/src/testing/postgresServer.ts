/**
 * The PostgreSQL server of the tests: databases of their own on it, most of them copies of a template that is migrated
 * once.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../db/connect.ts';
import { digestOfSources } from './emptyDatabase.ts';

/** A database of the server; `drop` removes it, even with open connections. */
export type PostgresDatabase = { readonly url: string; readonly drop: () => Promise<void> };

const TEMPLATE = 'halyard_template_';
const TEST = 'halyard_test_';
/** Databases of sources and runs that are this old are dropped when the next template is made. */
const UNUSED = '3 days';

/** Makes a migrated, empty database. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const template = await ensureTemplate();
  return createDatabase(`template ${template}`);
}

/** Makes a database without migrations. */
export function createBlankPostgresDatabase(): Promise<PostgresDatabase> {
  return createDatabase();
}

/** A database with a role for the server beside its owner: `url` is that role's, `ownerUrl` the owner's. */
export type TwoRoles = PostgresDatabase & { readonly ownerUrl: string; readonly role: string };

/** Makes a migrated, empty database and a role without rights in it; `drop` removes both. */
export async function createDatabaseOfTwoRoles(): Promise<TwoRoles> {
  const { url: ownerUrl, drop } = await createPostgresDatabase();
  const role = `halyard_app_${randomUUID().replaceAll('-', '')}`;
  const password = randomUUID();
  await onServer((client) => client.query(`create role ${role} login password '${password}'`));
  const url = new URL(ownerUrl);
  [url.username, url.password] = [role, password];
  const dropBoth = async () => {
    await drop();
    await onServer((client) => client.query(`drop role ${role}`));
  };
  return { url: url.href, ownerUrl, role, drop: dropBoth };
}

/** Whether the server answers. */
export async function isPostgresUp(): Promise<boolean> {
  try {
    await onServer((client) => client.query('select 1'));
    return true;
  } catch {
    return false;
  }
}

async function createDatabase(origin = ''): Promise<PostgresDatabase> {
  const name = newName();
  await onServer(async (client) => {
    await client.query(`create database ${name} ${origin}`);
    // No test crashes the server, so commits need not wait for its disk.
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return { url: urlOf(name), drop: () => dropDatabase(name) };
}

// Named after the run, whose end drops the leftovers of its workers.
const newName = () => `${TEST}${process.env['TEST_RUN'] ?? 'alone'}_${randomUUID().replaceAll('-', '')}`;

function dropDatabase(name: string): Promise<void> {
  return onServer(async (client) => void (await client.query(`drop database ${name} with (force)`)));
}

const TEMPLATE_LOCK = 7_204_119;

/**
 * The name of the template of these sources, which exists afterwards. Trees with other sources have templates of their
 * own on the same server.
 */
async function ensureTemplate(): Promise<string> {
  const name = TEMPLATE + (await digestOfSources());
  await onServer(async (client) => {
    // This connection holds the lock until it ends.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await dropUnused(client);
    await makeTemplate(client, name);
  });
  return name;
}

/** Renamed only when complete: a process that ends before leaves nothing that looks like a template. */
async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  const { url } = await createDatabase();
  await (await openDatabase({ databaseUrl: url })).close();
  await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
}

async function dropUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where (starts_with(datname, $1) or starts_with(datname, $2))
       and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - $3::interval`,
    [TEMPLATE, TEST, UNUSED],
  );
  for (const { name } of rows) await client.query(`drop database ${name}`);
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
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
