/**
 * Tables with rows of users that no product declares, and reading and deleting the rows of one user, a page at a time.
 * A test compares the declared tables with the database, so that none is forgotten.
 */
import { sql, type SQLChunk } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import type { UserTable } from '../../module.ts';

export const USER_TABLES: readonly UserTable[] = [
  { table: 'bank_cards', atEnd: 'delete' },
  { table: 'chat_messages', atEnd: 'delete' },
  { table: 'chat_reads', atEnd: 'delete', notExported: 'all' },
  // First answers of requests, for a week.
  { table: 'client_requests', atEnd: 'expires', notExported: 'all' },
  { table: 'closed_accounts', atEnd: 'retainByLaw', notExported: 'all' },
  // Folded from the journal.
  { table: 'cost_books', atEnd: 'delete', notExported: 'all' },
  { table: 'data_exports', atEnd: 'delete', notExported: 'all' },
  { table: 'deposit_addresses', atEnd: 'retainByLaw', notExported: ['path', 'key_fingerprint'] },
  { table: 'deposits', atEnd: 'retainByLaw' },
  { table: 'factor_resets', atEnd: 'delete' },
  { table: 'factor_tries', atEnd: 'delete', notExported: 'all' },
  { table: 'fee_volumes', atEnd: 'delete' },
  { table: 'freeze_keys', atEnd: 'delete', notExported: 'all' },
  { table: 'fund_password_resets', atEnd: 'delete', notExported: ['password_hash'] },
  { table: 'granted_limits', atEnd: 'delete' },
  { table: 'identity_checks', atEnd: 'retainByLaw' },
  { table: 'ledger_accounts', atEnd: 'keepAsBooks' },
  // Snapshots of liabilities, which are deleted after their time.
  { table: 'liability_owners', atEnd: 'expires', notExported: 'all' },
  { table: 'liability_secrets', atEnd: 'keepAsBooks', notExported: 'all' },
  { table: 'message_reads', atEnd: 'delete' },
  { table: 'passkeys', atEnd: 'delete', notExported: ['public_key', 'user_handle', 'credential_id'] },
  { table: 'price_alerts', atEnd: 'delete' },
  { table: 'push_subscriptions', atEnd: 'delete', notExported: ['secret', 'public_key', 'server_key'] },
  { table: 'recovery_codes', atEnd: 'delete', notExported: 'all' },
  // Folded from the journal.
  { table: 'result_books', atEnd: 'delete', notExported: 'all' },
  { table: 'result_months', atEnd: 'delete', notExported: 'all' },
  { table: 'sessions', atEnd: 'delete', notExported: ['token_hash', 'next_token_hash', 'device_hash'] },
  { table: 'spot_fills', atEnd: 'keepAsBooks', notExported: 'all' },
  { table: 'spot_forgotten_orders', atEnd: 'keepAsBooks' },
  { table: 'spot_orders', atEnd: 'keepAsBooks', notExported: 'all' },
  { table: 'totp_factors', atEnd: 'delete', notExported: ['secret'] },
  { table: 'traded_volumes', atEnd: 'delete' },
  { table: 'transfers', atEnd: 'keepAsBooks' },
  { table: 'unfreeze_requests', atEnd: 'delete' },
  { table: 'uploads', atEnd: 'retainByLaw' },
  { table: 'user_events', atEnd: 'delete', order: ['category', 'at', 'id'] },
  { table: 'user_preferences', atEnd: 'delete' },
  { table: 'withdrawal_addresses', atEnd: 'delete' },
  { table: 'withdrawals', atEnd: 'retainByLaw' },
];

/** A user may have millions of rows. */
const PAGE_ROWS = 1000;

/** Exported rows of a user, as JSON texts. Numbers are text, so that no reader of JSON rounds them. */
export async function* readPages(
  db: Database,
  { table, userColumn = 'user_id', notExported = [], order }: UserTable,
  userId: UserId,
): AsyncGenerator<readonly string[]> {
  if (notExported === 'all') return;
  const key = (order ?? (await readPrimaryKey(db, table))).map((column) => sql`t.${sql.identifier(column)}`);
  let after = sql``;
  for (;;) {
    const rows = await rowsOf<{ row: string; key: readonly string[] }>(
      db,
      sql`select (select json_object_agg(e.key, e.value) from jsonb_each_text(
            to_jsonb(t) - array(select jsonb_array_elements_text(${JSON.stringify(notExported)}::text::jsonb))) e)::text as row,
          array[${list(key.map((column) => sql`${column}::text`))}] as key
        from ${sql.identifier(table)} t where t.${sql.identifier(userColumn)} = ${userId} ${after}
        order by ${list(key)} limit ${PAGE_ROWS}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ row }) => row);
    if (rows.length < PAGE_ROWS) return;
    after = sql`and (${list(key)}) > (${list(last.key.map((value) => sql`${value}`))})`;
  }
}

/** Deletes rows of a user, at most a page; resolves to whether there may be more. */
export async function deletePage(
  tx: Transaction,
  { table, userColumn = 'user_id' }: UserTable,
  userId: UserId,
): Promise<boolean> {
  const name = sql.identifier(table);
  const key = list((await readPrimaryKey(tx, table)).map((column) => sql.identifier(column)));
  const deleted = await rowsOf(
    tx,
    sql`delete from ${name} where (${key}) in (
        select ${key} from ${name} where ${sql.identifier(userColumn)} = ${userId} limit ${PAGE_ROWS}
      ) returning 1 as one`,
  );
  return deleted.length === PAGE_ROWS;
}

async function readPrimaryKey(reader: Reader, table: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::smallint[], a.attnum)`,
  );
  return rows.map(({ name }) => name);
}

const list = (parts: readonly SQLChunk[]) => sql.join([...parts], sql`, `);
