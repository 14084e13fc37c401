/** Closings: the balances of all accounts at the end of each month, so that a check reads the postings since. */
import { sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { liftStatementLimit } from '../db/endSilence.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/job.ts';

const CLOSING = 'ledger-closing';
/** After the end of a month no transaction of it is still open. */
const CLOSED_AFTER = sql`interval '1 day'`;

/** Creates the job that closes each month a day after its end, one month a run. */
export function createClosingJob({ clock }: { readonly clock: Clock }): TransactionJob {
  const nextMs = () => (Math.floor(clock.nowMs() / DAY_MS) + 1) * DAY_MS;
  return {
    name: CLOSING,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: CLOSING, key: ONLY, dueAtMs: clock.nowMs() }]),
    run: async (tx) => ((await closeMonth(tx)) ? { againInMs: 0 } : { againAtMs: nextMs() }),
  };
}

/**
 * Closes the earliest month that is not closed, if it has ended by the database's clock; returns its first day, or
 * undefined. Throws when its postings are wrong: a closing is proof of what it closes.
 */
export async function closeMonth(tx: Transaction): Promise<string | undefined> {
  const closing = await readLastClosing(tx);
  const after = closing?.lastEntry ?? '0';
  const [next] = await rowsOf<{ month: string; last: string }>(
    tx,
    sql`select n.month::text as month, greatest(${after}::bigint, (
          select e.id from ledger_entries e where e.created_at < n.ends_at order by e.created_at desc, e.id desc limit 1
        ))::text as last
      from (
        select m.month, (m.month + interval '1 month') at time zone 'UTC' as ends_at
        from (
          select coalesce(
            ${closing?.month ?? null}::date + interval '1 month',
            (select date_trunc('month', min(created_at) at time zone 'UTC') from ledger_entries)
          )::date as month
        ) m
      ) n where n.ends_at + ${CLOSED_AFTER} <= clock_timestamp()`,
  );
  if (next === undefined) return undefined;
  const { month, last } = next;
  // The first closing of an older database reads all of its journal up to then.
  await liftStatementLimit(tx);
  const [fault] = await checkMonth(tx, closing, last);
  if (fault !== undefined) throw new Error(`${month} cannot be closed: ${fault.rule}, ${fault.subject}`);
  await tx.execute(sql`insert into ledger_months (month, last_entry) values (${month}::date, ${last}::bigint)`);
  await tx.execute(sql`insert into ledger_closings (account_id, month, available, held)
    select distinct on (p.account_id) p.account_id, ${month}::date, p.available_after, p.held_after
    from ledger_postings p where p.entry_id > ${after}::bigint and p.entry_id <= ${last}::bigint
    order by p.account_id, p.entry_id desc`);
  return month;
}

// Checks the books: for tests, for operators, after a crash, and before a month is closed.

/** A violated rule of the ledger. */
export type BookFault = {
  readonly rule:
    | 'currency-sums-to-zero'
    | 'entry-balances'
    | 'postings-make-balance'
    | 'after-values-follow'
    | 'closing-is-right'
    | 'not-negative';
  /** Id of what violates the rule, e.g. `account 7`. */
  readonly subject: string;
};

/** Begin of a check: at the first posting, or at the newest closing, which it trusts. */
export type CheckedSince = 'beginning' | 'closing';

/** The newest closed month, `YYYY-MM-01`, and its last entry. */
export type LastClosing = { readonly month: string; readonly lastEntry: string };

/** Reads the newest closed month; undefined before the first. */
export async function readLastClosing(reader: Reader): Promise<LastClosing | undefined> {
  const [row] = await rowsOf<LastClosing>(
    reader,
    sql`select month::text as month, last_entry::text as "lastEntry" from ledger_months order by ledger_months.month desc limit 1`,
  );
  return row;
}

/**
 * Returns every fault of the books, none when they are right: each currency sums to zero over all accounts, each entry
 * sums to zero per currency, each account's postings sum to its balance, each posting's after-values continue those
 * before, each closing has the balances of its time, and only permitted balances are negative. From the newest closing
 * on, only the postings since are read. One statement, so it sees one snapshot.
 */
export async function checkBooks(reader: Reader, since: CheckedSince = 'beginning'): Promise<BookFault[]> {
  const closing = since === 'closing' ? await readLastClosing(reader) : undefined;
  const closings = since === 'beginning' ? sql`union all ${WRONG_CLOSINGS}` : sql``;
  return rowsOf<BookFault>(
    reader,
    sql`with ${baseOf(closing)}
      select 'currency-sums-to-zero' as rule, 'currency ' || currency_id as subject
      from ledger_accounts group by currency_id having sum(available + held) <> 0
      union all
      select 'postings-make-balance', 'account ' || a.id
      from ledger_accounts a left join base b on b.account_id = a.id left join (
        select account_id, sum(available) as available, sum(held) as held
        from ledger_postings where entry_id > ${afterOf(closing)} group by account_id
      ) p on p.account_id = a.id
      where a.available <> coalesce(b.available, 0) + coalesce(p.available, 0)
        or a.held <> coalesce(b.held, 0) + coalesce(p.held, 0)
      union all
      select 'not-negative', 'account ' || id
      from ledger_accounts where held < 0 or (available < 0 and not may_be_negative)
      union all ${wrongPostings(closing, sql`true`)} ${closings}`,
  );
}

/** Returns the faults of the postings after a closing, up to an entry. */
async function checkMonth(reader: Reader, closing: LastClosing | undefined, lastEntry: string): Promise<BookFault[]> {
  const isChecked = sql`id <= ${lastEntry}::bigint`;
  return rowsOf<BookFault>(reader, sql`with ${baseOf(closing)} ${wrongPostings(closing, isChecked)}`);
}

/** SQL: `base`, the balances of accounts at a closing. */
function baseOf(closing: LastClosing | undefined): SQL {
  return sql`base as materialized (
    select distinct on (account_id) account_id, available, held from ledger_closings
    where month <= ${closing?.month ?? '-infinity'}::date order by account_id, month desc
  )`;
}

/** A value and no subquery: the planner then knows how few postings follow. */
function afterOf(closing: LastClosing | undefined): SQL {
  return sql`${closing?.lastEntry ?? '0'}::bigint`;
}

/** Faults of the entries after a closing, and of their postings. */
function wrongPostings(closing: LastClosing | undefined, isChecked: SQL): SQL {
  const after = afterOf(closing);
  return sql`select 'entry-balances' as rule, 'entry ' || e.id || ' currency ' || coalesce(a.currency_id::text, 'none') as subject
    from (select id from ledger_entries where id > ${after} and ${isChecked}) e
    left join ledger_postings p on p.entry_id = e.id
    left join ledger_accounts a on a.id = p.account_id
    group by e.id, a.currency_id having coalesce(sum(p.available + p.held), 1) <> 0
    union all
    select 'after-values-follow', 'entry ' || posting.entry_id || ' account ' || posting.account_id
    from (
      select entry_id, account_id, available_after, held_after,
        sum(available) over changes as available_sum, sum(held) over changes as held_sum
      from (select entry_id as id, * from ledger_postings where entry_id > ${after}) p where ${isChecked}
      window changes as (partition by account_id order by entry_id)
    ) as posting left join base b on b.account_id = posting.account_id
    where available_after <> coalesce(b.available, 0) + available_sum or held_after <> coalesce(b.held, 0) + held_sum`;
}

/** Closings that differ from the last posting of their month, or are missing, or have no such posting. */
const WRONG_CLOSINGS = sql`select 'closing-is-right', 'account ' || account_id || ' month ' || to_char(month, 'YYYY-MM')
  from (
    select distinct on (m.month, p.account_id) m.month, p.account_id, p.available_after, p.held_after
    from (
      select month, last_entry, lag(last_entry, 1, 0::bigint) over (order by month) as after from ledger_months
    ) m join ledger_postings p on p.entry_id > m.after and p.entry_id <= m.last_entry
    order by m.month, p.account_id, p.entry_id desc
  ) made full join ledger_closings c using (month, account_id)
  where made.available_after is distinct from c.available or made.held_after is distinct from c.held`;
