/** The columns of a database as types, for `server/src/db/rows.ts`. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_required: boolean;
  /** The table that the column refers to, or its own as the key of that table. */
  readonly key_of: string | null;
  /** Definition of the check that lists the values. */
  readonly listed: string | null;
};

const TYPES: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  jsonb: 'unknown',
  bytea: 'Uint8Array',
  'text[]': 'readonly string[]',
};

/** Names in `contract/src/ids.ts`, by table. */
const IDS: Readonly<Record<string, string>> = {
  articles: 'ArticleId',
  chat_messages: 'ChatMessageId',
  currencies: 'CurrencyId',
  deposits: 'DepositId',
  funding_channels: 'ChannelId',
  markets: 'MarketId',
  offerings: 'OfferingId',
  passkeys: 'PasskeyId',
  sessions: 'SessionId',
  offering_subscriptions: 'SubscriptionId',
  users: 'UserId',
  withdrawal_addresses: 'AddressId',
  withdrawals: 'WithdrawalId',
};

/** One type per table of the schema `public`, by name. The same on both engines. */
export async function describeRows(db: Database): Promise<string> {
  const columns = await readColumns(db);
  const used = [...new Set(columns.flatMap((column) => idOf(column) ?? []))].toSorted();
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const fields = columns
      .filter((column) => column.table === table)
      .map((column) => `    ${column.name}: ${typeOf(column)};\n`);
    return `  ${table}: {\n${fields.join('')}  };\n`;
  });
  return `/**
 * Types of the columns, made from a fresh database by \`schema.test.ts\`, which holds them current. A value has the type
 * in which our statements select it: 64-bit and decimal numbers as text, instants as ISO text.
 */
import type {
${used.map((id) => `  ${id},\n`).join('')}} from '@halyard/contract/ids';

type Tables = {
${tables.join('')}};

/** Columns of a row of a table. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = Readonly<
  Pick<Tables[Table], Column>
>;
`;
}

const idOf = ({ type, key_of }: Column) => (type === 'integer' ? IDS[key_of ?? ''] : undefined);

function typeOf(column: Column): string {
  const { type, is_required, listed } = column;
  const values = [...(listed ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`);
  const value = idOf(column) ?? (values.length > 0 ? values.join(' | ') : (TYPES[type] ?? 'string'));
  return is_required || value === 'unknown' ? value : `${value} | null`;
}

const readColumns = (db: Database) =>
  rowsOf<Column>(
    db,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as is_required,
        case when a.attname = 'id' then c.relname else (
          select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
        ) end as key_of, (
          select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%]%)))'
        ) as listed
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attnum`,
  );
