/** Brings a database to the version of this program: its tables by migrations, then its functions. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationConfig } from 'drizzle-orm/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { SERVER } from '../folders.ts';
import { rowsOf } from './database.ts';
import { applyFunctions } from './functions.ts';
import type * as schema from './schema.ts';

const MIGRATIONS: MigrationConfig = { migrationsFolder: join(SERVER, 'src/db/migrations') };

/**
 * Migrates `db` and answers which functions were there in another form. Nodes that start together have to take turns.
 * Throws where a newer version has migrated already: an older one would put its functions back under nodes that run.
 */
export async function migrateDatabase(db: NodePgDatabase<typeof schema>): Promise<readonly string[]> {
  await migrate(db, MIGRATIONS);
  const newest = Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis));
  const newer = await rowsOf(db, sql`select from drizzle.__drizzle_migrations where created_at > ${newest} limit 1`);
  if (newer.length > 0) throw new Error('it was migrated by a newer version of the exchange: start that one');
  return applyFunctions(db);
}
