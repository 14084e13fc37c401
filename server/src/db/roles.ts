/**
 * Rights of the server's role on PostgreSQL, as opposed to the owner's. An attacker with the server's password, or with
 * SQL injection, can insert wrong rows into the journal, the log, the prices and the audit log, but cannot change or
 * remove any. The embedded database has one role, and relies on triggers alone.
 */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database, type Reader, type Transaction } from './database.ts';
import { tableRightsOf } from './tableRights.ts';

type Relation = {
  readonly name: string;
  readonly kind: 'r' | 'v' | 'S';
  /** Privileges that the role has, in alphabetical order. */
  readonly granted: readonly string[];
  readonly columns: readonly string[];
};

const VIEW_RIGHTS = { privileges: ['SELECT'], columns: [] };
/** PostgreSQL requires this right to lock a view (`functions/journal_lock.sql`). */
const LOCKED_VIEWS: readonly string[] = ['audit_lock', 'journal_lock'];
const LOCK_RIGHTS = { privileges: ['SELECT', 'UPDATE'], columns: [] };
const SEQUENCE_RIGHTS = { privileges: ['SELECT', 'USAGE'], columns: [] };

/**
 * Grants a role what the server needs and revokes everything else, according to the catalogue; does nothing where that
 * is already so. Run as the owner, after migrations. Throws when the role is the owner's own or a superuser.
 */
export async function grantRights(db: Database, role: string): Promise<void> {
  await db.transaction(async (tx) => {
    await refusePowerful(tx, role);
    const to = sql.identifier(role);
    await tx.execute(sql`revoke create on schema public from public`);
    await tx.execute(sql`revoke create on schema public, drizzle from ${to}`);
    await tx.execute(sql`grant usage on schema public, drizzle to ${to}`);
    await tx.execute(sql`grant select on all tables in schema drizzle to ${to}`);
    for (const relation of await readRelations(tx, role)) await grantOn(tx, relation, to);
    const guarded = await rowsOf<{ call: string }>(
      tx,
      sql`select oid::regprocedure::text as call from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    );
    for (const { call } of guarded) await tx.execute(sql`grant execute on function ${sql.raw(call)} to ${to}`);
  });
}

async function refusePowerful(tx: Transaction, role: string): Promise<void> {
  const [row] = await rowsOf<{ is_super: boolean; is_owner: boolean }>(
    tx,
    sql`select rolsuper as is_super, pg_has_role(oid, current_user::regrole, 'member') as is_owner
      from pg_roles where rolname = ${role}`,
  );
  if (row === undefined) throw new Error(`there is no role ${role}`);
  if (row.is_super) throw new Error(`the role ${role} of DATABASE_URL is a superuser, whom no table refuses anything`);
  if (row.is_owner) throw new Error(`the role ${role} of DATABASE_URL is the one of MIGRATIONS_DATABASE_URL, or in it`);
}

function readRelations(tx: Transaction, role: string): Promise<Relation[]> {
  return rowsOf<Relation>(
    tx,
    sql`select c.relname as name, c.relkind as kind,
        array(select a.privilege_type::text from aclexplode(c.relacl) a where a.grantee = r.oid order by 1) as granted,
        array(select t.attname::text from pg_attribute t, aclexplode(t.attacl) a
          where t.attrelid = c.oid and a.grantee = r.oid order by 1) as columns
      from pg_class c, pg_roles r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S') and r.rolname = ${role}
      order by c.relname`,
  );
}

async function grantOn(
  tx: Transaction,
  { name, kind, granted, columns }: Relation,
  to: SQL | ReturnType<typeof sql.identifier>,
): Promise<void> {
  const wanted = wantedOf(kind, name);
  if (isSame(granted, wanted.privileges) && isSame(columns, wanted.columns)) return;
  const on = kind === 'S' ? sql`sequence ${sql.identifier(name)}` : sql`table ${sql.identifier(name)}`;
  await tx.execute(sql`revoke all on ${on} from ${to}`);
  await tx.execute(sql`grant ${sql.raw(wanted.privileges.join(', '))} on ${on} to ${to}`);
  for (const column of wanted.columns)
    await tx.execute(sql`grant update (${sql.identifier(column)}) on ${on} to ${to}`);
}

function wantedOf(kind: Relation['kind'], name: string) {
  if (kind === 'S') return SEQUENCE_RIGHTS;
  if (kind === 'r') return tableRightsOf(name);
  return LOCKED_VIEWS.includes(name) ? LOCK_RIGHTS : VIEW_RIGHTS;
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

/**
 * Rights of the connected role beyond what the server needs, one line each; none when it is restricted as {@link
 * grantRights} does.
 */
export async function excessOf(reader: Reader): Promise<readonly string[]> {
  const [role] = await rowsOf<{ is_super: boolean; is_owner: boolean; may_create: boolean; may_disable: boolean }>(
    reader,
    sql`select rolsuper as is_super, has_schema_privilege('public', 'create') as may_create,
        has_parameter_privilege('session_replication_role', 'set') as may_disable,
        exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and pg_has_role(relowner, 'usage')) as is_owner
      from pg_roles where rolname = current_user`,
  );
  if (role?.is_super === true) return ['is a superuser, whom no table refuses anything'];
  if (role?.is_owner === true) return ['owns tables, and so may change them, their rows and their triggers'];
  return [
    ...(role?.may_create === true ? ['may create in the schema public'] : []),
    ...(role?.may_disable === true ? ['may set session_replication_role, under which triggers do not run'] : []),
    ...(await excessOnTables(reader)),
  ];
}

const WATCHED = ['INSERT', 'SELECT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const;

async function excessOnTables(reader: Reader): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string; privileges: string[]; columns: string[] }>(
    reader,
    sql`select relname as name,
        array(select p from unnest(${sql.param([...WATCHED])}::text[]) p where has_table_privilege(c.oid, p)) as privileges,
        array(select attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(c.oid, a.attnum, 'UPDATE')) as columns
      from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return rows.flatMap(({ name, privileges, columns }) => {
    const allowed = tableRightsOf(name);
    const whole = privileges.filter((privilege) => !allowed.privileges.includes(privilege));
    const mayUpdate = [...allowed.privileges, ...whole].includes('UPDATE');
    const single = mayUpdate ? [] : columns.filter((column) => !allowed.columns.includes(column));
    return [
      ...whole.map((privilege) => `may ${privilege} ${name}`),
      ...single.map((column) => `may UPDATE ${name}.${column}`),
    ];
  });
}
