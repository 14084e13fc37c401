/** Databases on a PostgreSQL server into which a backup is restored. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { BackupError } from './backupError.ts';

const NO_RIGHT = '42501';

/** Throws a {@link BackupError} when the database is not empty. */
export async function requireBlank(databaseUrl: string): Promise<void> {
  const rows = await ask(
    databaseUrl,
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_') limit 1`,
  );
  if (rows.length > 0)
    throw new BackupError('DATABASE_URL names a database that holds something: a backup goes into a blank one.');
}

/** Empties a database that was blank before the restore. */
export async function makeBlank(databaseUrl: string): Promise<void> {
  await ask(databaseUrl, 'drop schema if exists drizzle cascade; drop schema public cascade; create schema public');
}

/** Creates a blank database on the server of `databaseUrl`; `drop` removes it. Throws a {@link BackupError}. */
export async function createScratchDatabase(
  databaseUrl: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `halyard_check_${randomBytes(8).toString('hex')}`;
  try {
    await ask(databaseUrl, `create database ${name}`);
  } catch (error) {
    if (!(error instanceof BackupError && (error.cause as { code?: string }).code === NO_RIGHT)) throw error;
    throw new BackupError('The role may not make a database to check the backup in: "alter role ... createdb".');
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await ask(databaseUrl, `drop database ${name} with (force)`)) };
}

async function ask(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    throw new BackupError(`The database server answers: ${message || code}`, error);
  } finally {
    await client.end();
  }
}
