/** The tables of a database as SQL text, for `server/src/db/schema.sql`. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';

type Named = { readonly table: string; readonly text: string };
type Column = Named & { readonly comment: string | null };

/**
 * One `create table` per table of the schema `public`, by name, with comments, constraints, indexes and triggers. The
 * same on both engines.
 */
export async function describeSchema(db: Database): Promise<string> {
  const tables = await rowsOf<{ table: string; comment: string | null }>(
    db,
    sql`select relname as table, obj_description(oid, 'pg_class') as comment from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`,
  );
  const [columns, constraints, indexes, triggers] = [
    await readColumns(db),
    await readConstraints(db),
    await readIndexes(db),
    await readTriggers(db),
  ];
  const of = (rows: readonly Named[], table: string) =>
    rows.filter((row) => row.table === table).map((row) => row.text);
  return tables
    .map(({ table, comment }) => {
      const lines = [
        ...columns.filter((column) => column.table === table).map(({ text, comment: about }) => ({ text, about })),
        ...of(constraints, table).map((text) => ({ text, about: null })),
      ];
      const body = lines.map(({ text, about }, index) => {
        const note = about === null ? '' : `  -- ${about}\n`;
        return `${note}  ${text}${index < lines.length - 1 ? ',' : ''}\n`;
      });
      const head = comment === null ? '' : `-- ${comment}\n`;
      const after = [...of(indexes, table), ...of(triggers, table)].map((text) => `${text};\n`);
      return `${head}create table ${table} (\n${body.join('')});\n${after.join('')}`;
    })
    .join('\n');
}

const readColumns = (db: Database) =>
  rowsOf<Column>(
    db,
    sql`select c.relname as table, col_description(c.oid, a.attnum) as comment,
        a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as text
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`,
  );

// PostgreSQL 18 lists `not null` among constraints, too; columns name it already.
const readConstraints = (db: Database) =>
  rowsOf<Named>(
    db,
    sql`select c.relname as table, 'constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as text
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c', 'x')
      order by position(k.contype::text in 'pufcx'), k.conname collate "C"`,
  );

const readIndexes = (db: Database) =>
  rowsOf<Named>(
    db,
    sql`select c.relname as table, replace(pg_get_indexdef(i.indexrelid), 'public.', '') as text
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      order by x.relname collate "C"`,
  );

const readTriggers = (db: Database) =>
  rowsOf<Named>(
    db,
    sql`select c.relname as table, replace(pg_get_triggerdef(t.oid), 'public.', '') as text
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by t.tgname collate "C"`,
  );
