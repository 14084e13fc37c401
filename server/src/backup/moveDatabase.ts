/**
 * Moves an exchange from the embedded database to PostgreSQL: every table in one snapshot, then the ledger and the
 * public log are checked on both sides. Nothing is left in the target when anything differs.
 */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { DatabaseUnavailableError, openDatabase } from '../db/connect.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { writeAudit, type Reviewer } from '../operator/audit.ts';
import { BackupError } from './backupFile.ts';
import { checkRestored, makeBlank, requireBlank, type Checked } from './restoredDatabase.ts';

/** The result of a move. */
export type Moved = Checked & {
  readonly tables: number;
  readonly rows: number;
  /** Newest signed checkpoint of the public log, the same on both sides; undefined before the first. */
  readonly checkpoint: string | undefined;
  /** Folder of the embedded database after the move. */
  readonly before: string;
};

/** Written by the opening of a database, for itself. */
const OWN_TABLES = ['sql_functions'];
const ROWS_AT_ONCE = 500;

/**
 * Copies the database of a data folder into a blank one. The exchange must be down. The folder keeps its files and
 * keys; its database gets another name, so that no exchange starts on it by mistake. Throws a {@link BackupError}.
 */
export async function moveDatabase(dataDir: string, to: string, operator: Reviewer): Promise<Moved> {
  const folder = join(dataDir, 'pg');
  if (!existsSync(folder)) throw new BackupError(`There is no embedded database in ${dataDir}.`);
  await requireBlank(to);
  const moved = await between(dataDir, to, operator);
  const before = `${folder}-moved`;
  await rename(folder, before);
  return { ...moved, before };
}

async function between(dataDir: string, to: string, operator: Reviewer): Promise<Omit<Moved, 'before'>> {
  try {
    const source = await openDatabase({ dataDir });
    try {
      const target = await openDatabase({ databaseUrl: to });
      try {
        return await copyAndCheck(source.db, target.db, { dataDir, operator });
      } finally {
        await target.close();
      }
    } catch (error) {
      await makeBlank(to);
      throw error;
    } finally {
      await source.close();
    }
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? new BackupError(error.message) : error;
  }
}

async function copyAndCheck(
  source: Database,
  target: Database,
  { dataDir, operator }: { readonly dataDir: string; readonly operator: Reviewer },
): Promise<Omit<Moved, 'before'>> {
  // Before the copy, so that both have the line.
  await source.transaction((tx) =>
    writeAudit(tx, operator, { action: 'database.move', subject: 'exchange', reason: 'to PostgreSQL' }),
  );
  const tables = await listTables(source);
  const others = await listTables(target);
  if (tables.join() !== others.join()) throw new BackupError('The two databases have different tables.');
  let rows = 0;
  await source.transaction(
    (from) =>
      target.transaction(async (into) => {
        const foreignKeys = await prepare(into, tables);
        for (const table of tables) rows += await copyTable(from, into, table);
        await copySequences(from, into);
        await finish(into, tables, foreignKeys);
      }),
    { isolationLevel: 'repeatable read' },
  );
  await target.execute(sql`analyze`);
  const [before, after] = [await checkBooks(source, dataDir), await checkBooks(target, dataDir)];
  const faults = [...before.faults, ...after.faults];
  if (faults.length > 0) throw new BackupError(`Nothing was moved. ${faults.join(' ')}`);
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new BackupError('Nothing was moved: the books or the public log differ after the copy.');
  return { ...after, tables: tables.length, rows };
}

async function checkBooks(db: Database, dataDir: string) {
  const checked = await checkRestored(db, dataDir);
  const [newest] = await rowsOf<{ note: string }>(
    db,
    sql`select note from log_checkpoints order by signed_at desc, size desc limit 1`,
  );
  return { ...checked, checkpoint: newest?.note };
}

async function listTables(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name).filter((name) => !OWN_TABLES.includes(name));
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string };

/** Empties the tables of what migrations wrote, and takes foreign keys and triggers away for the copy. */
async function prepare(tx: Transaction, tables: readonly string[]): Promise<readonly ForeignKey[]> {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await tx.execute(sql`select set_config(${limit}, '0', true)`);
  const foreignKeys = await rowsOf<ForeignKey>(
    tx,
    sql`select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of foreignKeys)
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`);
  for (const table of tables) await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
  const all = sql.join(
    tables.map((table) => sql.identifier(table)),
    sql`, `,
  );
  await tx.execute(sql`truncate ${all}`);
  return foreignKeys;
}

/** Adds the foreign keys again, which checks every row, and the triggers. */
async function finish(tx: Transaction, tables: readonly string[], foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await tx.execute(sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`);
  for (const table of tables) await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
}

/** Copies rows as texts of their whole type, so that no value is rounded or read in between. Returns their number. */
async function copyTable(from: Transaction, into: Transaction, table: string): Promise<number> {
  const name = sql.identifier(table);
  await from.execute(sql`declare moved no scroll cursor for select t::text as row from ${name} t`);
  let copied = 0;
  for (;;) {
    const rows = await rowsOf<{ row: string }>(from, sql.raw(`fetch ${ROWS_AT_ONCE} from moved`));
    if (rows.length === 0) break;
    copied += rows.length;
    const texts = JSON.stringify(rows.map(({ row }) => row));
    await into.execute(
      sql`insert into ${name} overriding system value
        select (made.x).* from (
          select value::${name} as x from jsonb_array_elements_text(${texts}::text::jsonb) offset 0
        ) made`,
    );
  }
  await from.execute(sql`close moved`);
  return copied;
}

async function copySequences(from: Reader, into: Reader): Promise<void> {
  const sequences = await rowsOf<{ name: string; last: string | null }>(
    from,
    sql`select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  for (const { name, last } of sequences) {
    if (last !== null) await into.execute(sql`select setval(${name}::regclass, ${last}::bigint)`);
  }
}
