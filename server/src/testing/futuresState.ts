/** State of futures in a database, for tests that compare two of them. */
import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';

/** Everything that must be the same: all but ids of entries and messages, and instants of the database. */
export async function readFuturesState(db: Database) {
  const read = async (query: SQL) => (await rowsOf<{ row: unknown }>(db, query)).map(({ row }) => row);
  return {
    // The next check of a cross position depends on the last one; checking changes nothing.
    positions: await read(
      sql`select case mode when 'cross' then to_jsonb(p) - 'trigger_low' - 'trigger_high' else to_jsonb(p) end as row
        from futures_positions p order by id`,
    ),
    receipts: await read(sql`select to_jsonb(r) - 'key' as row from futures_receipts r order by position_id`),
    cursors: await read(sql`select to_jsonb(k) as row from futures_cursors k order by series_id`),
    balances: await read(
      sql`select jsonb_build_array(kind, user_id, currency_id, available, held) as row from ledger_accounts
        order by kind, user_id nulls first, currency_id`,
    ),
    postings: await read(
      sql`select jsonb_build_array(e.kind, e.reference, a.kind, a.user_id, p.available, p.held) as row
        from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
        order by e.id, a.kind, a.user_id nulls first`,
    ),
    messages: await read(
      sql`select jsonb_build_array(at, user_id, facts) as row from user_events order by at, user_id, facts::text`,
    ),
  };
}
