/**
 * The sandbox's operator: reviews what has waited long enough, so that everything can be tried without anybody at the
 * other end. It approves, but for a deposit or a withdrawal whose amount ends in .13, and an identity whose ID number
 * ends in 13 or is that of a verified user. Outside the sandbox it does not exist.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, type TransactionJob } from '../jobs/jobsTable.ts';
import { AUTOPILOT } from './audit.ts';
import { ReviewError, type AskReview, type Decision, type ReviewSubject } from './review.ts';
import type { ReviewQueue } from './reviewCommands.ts';

type AutopilotDeps = {
  readonly clock: Clock;
  /** How long a record waits for its review, by the clock. */
  readonly reviewAfterMs: number;
  /** What it reviews. */
  readonly queues: readonly ReviewQueue[];
};

export type Autopilot = { readonly askReview: AskReview; readonly kinds: readonly TransactionJob[] };

const FROZEN_AGAIN_MS = 10_000;

const kindOf = (subject: ReviewSubject) => `review.${subject}`;

/** Makes an autopilot: its reviews are due work, asked for in the transaction that writes the record. */
export function createAutopilot(deps: AutopilotDeps): Autopilot {
  const { clock, reviewAfterMs, queues } = deps;
  return {
    askReview: (tx, subject, id) =>
      addJob(tx, [{ kind: kindOf(subject), key: String(id), dueAtMs: clock.nowMs() + reviewAfterMs }]),
    kinds: queues.map((queue) => reviewKind(deps, queue)),
  };
}

function reviewKind({ clock, reviewAfterMs }: AutopilotDeps, queue: ReviewQueue): TransactionJob {
  const { subject, table, sandboxRule } = queue;
  return {
    name: kindOf(subject),
    mode: 'transaction',
    // Two reviews in one transaction would take accounts in an order of their own, and could lock up with what users
    // do.
    atOnceMax: 1,
    isWokenBy: (event) =>
      event.type === 'record-changed' && event.record.subject === subject && event.record.status === 'pending',

    // Records of an exchange that had no autopilot, or one that waited for another time.
    begin: async (tx) => {
      const pending = await rowsOf<{ id: number; made_ms: number }>(
        tx,
        sql`select id, (extract(epoch from created_at) * 1000)::float8 as made_ms from ${sql.identifier(table)} where status = 'pending'`,
      );
      const works = pending.map(({ id, made_ms: madeMs }) => ({
        kind: kindOf(subject),
        key: String(id),
        dueAtMs: madeMs + reviewAfterMs,
      }));
      await addJob(tx, works, 'move');
    },

    run: async (tx, { key: recordId }, tell) => {
      const id = Number.parseInt(recordId, 10);
      const reason = sandboxRule?.refusalOf(await readMark(tx, { table, mark: sandboxRule.mark, id }));
      const decide = (decision: Decision) =>
        queue.review({ db: tx, clock, events: { publish: tell } }, decision, AUTOPILOT);
      const reject = (why: string) => decide({ id, decision: 'reject', reason: why });
      try {
        await (reason === undefined ? decide({ id, decision: 'approve' }) : reject(reason));
      } catch (error) {
        const cause = error instanceof ReviewError ? error.cause : undefined;
        // Looked at again until its user is not frozen any more.
        if (cause === 'frozen') return { againInMs: Math.max(reviewAfterMs, FROZEN_AGAIN_MS) };
        if (cause === 'duplicate') await reject(sandboxRule?.duplicateRefusal ?? '');
        // Somebody else was faster: an operator, or the user who cancelled.
        else if (cause !== 'not-found' && cause !== 'not-pending') throw error;
      }
      return 'done';
    },
  };
}

type Marked = { readonly table: string; readonly mark: SQL; readonly id: number };

async function readMark(tx: Transaction, { table, mark, id }: Marked): Promise<string | null> {
  const [row] = await rowsOf<{ mark: string | null }>(
    tx,
    sql`select ${mark} as mark from ${sql.identifier(table)} where id = ${id}`,
  );
  return row?.mark ?? null;
}
