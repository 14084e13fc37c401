/** Checks the books: for tests, for operators, and after a crash. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../db/database.ts';

/** A violated rule of the ledger. */
export type BookFault = {
  readonly rule:
    | 'currency-sums-to-zero'
    | 'entry-balances'
    | 'postings-make-balance'
    | 'after-values-follow'
    | 'not-negative';
  /** Id of what violates the rule, e.g. `account 7`. */
  readonly subject: string;
};

/**
 * Returns every fault of the books, none when they are right: each currency sums to zero over all accounts, each entry
 * sums to zero per currency, each account's postings sum to its balance, each posting's after-values continue those
 * before, and only permitted balances are negative. Reads the whole journal in one statement, so it sees one snapshot.
 */
export async function checkBooks(reader: Reader): Promise<BookFault[]> {
  return rowsOf<BookFault>(
    reader,
    sql`
      select 'currency-sums-to-zero' as rule, 'currency ' || currency_id as subject
      from ledger_accounts group by currency_id having sum(available + held) <> 0
      union all
      select 'entry-balances', 'entry ' || e.id || ' currency ' || coalesce(a.currency_id::text, 'none')
      from ledger_entries e
      left join ledger_postings p on p.entry_id = e.id
      left join ledger_accounts a on a.id = p.account_id
      group by e.id, a.currency_id having coalesce(sum(p.available + p.held), 1) <> 0
      union all
      select 'postings-make-balance', 'account ' || a.id
      from ledger_accounts a left join ledger_postings p on p.account_id = a.id
      group by a.id having a.available <> coalesce(sum(p.available), 0) or a.held <> coalesce(sum(p.held), 0)
      union all
      select 'after-values-follow', 'entry ' || entry_id || ' account ' || account_id
      from (
        select entry_id, account_id, available_after, held_after,
          sum(available) over changes as available_sum, sum(held) over changes as held_sum
        from ledger_postings window changes as (partition by account_id order by entry_id)
      ) as posting
      where available_after <> available_sum or held_after <> held_sum
      union all
      select 'not-negative', 'account ' || id
      from ledger_accounts where held < 0 or (available < 0 and not may_be_negative)`,
  );
}
