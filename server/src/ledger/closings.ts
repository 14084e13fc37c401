/** Closings: the balances of all accounts at the end of each month, so that a check reads the postings since. */
import { sql } from 'drizzle-orm';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, ONLY, type TransactionJob } from '../jobs/job.ts';
import { checkMonth, readLastClosing } from './checkBooks.ts';

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
          select e.id from ledger_entries e where e.created_at < n.ends_at order by e.created_at desc limit 1
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
  await tx.execute(sql`set local statement_timeout = 0`);
  const [fault] = await checkMonth(tx, closing, last);
  if (fault !== undefined) throw new Error(`${month} cannot be closed: ${fault.rule}, ${fault.subject}`);
  await tx.execute(sql`insert into ledger_months (month, last_entry) values (${month}::date, ${last}::bigint)`);
  await tx.execute(sql`insert into ledger_closings (account_id, month, available, held)
    select distinct on (p.account_id) p.account_id, ${month}::date, p.available_after, p.held_after
    from ledger_postings p where p.entry_id > ${after}::bigint and p.entry_id <= ${last}::bigint
    order by p.account_id, p.entry_id desc`);
  return month;
}
