/**
 * Automatic operator of the sandbox: reviews records after a delay, so that everything can be tried without an
 * operator. It approves, except a deposit or a withdrawal whose amount ends in .13, and an identity whose ID number
 * ends in 13 or belongs to a verified user. Outside the sandbox it does not exist.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, type TransactionJob } from '../jobs/job.ts';
import { AUTOPILOT } from './audit.ts';
import { ReviewError, type AskReview, type Decision, type ReviewSubject } from './review.ts';
import type { ReviewQueue } from './reviewCommands.ts';

type AutopilotDeps = {
  readonly clock: Clock;
  /** How long a record waits for its review, by the clock. */
  readonly reviewAfterMs: number;
  /** Queues to review. */
  readonly queues: readonly ReviewQueue[];
};

export type Autopilot = { readonly askReview: AskReview; readonly jobs: readonly TransactionJob[] };

const FROZEN_AGAIN_MS = 10_000;

const jobNameOf = (subject: ReviewSubject) => `review.${subject}`;

/** Creates an autopilot: its reviews are jobs, written in the transaction that writes the record. */
export function createAutopilot(deps: AutopilotDeps): Autopilot {
  const { clock, reviewAfterMs, queues } = deps;
  return {
    askReview: (tx, subject, id) =>
      addJob(tx, [{ kind: jobNameOf(subject), key: String(id), dueAtMs: clock.nowMs() + reviewAfterMs }]),
    jobs: queues.map((queue) => reviewJob(deps, queue)),
  };
}

function reviewJob({ clock, reviewAfterMs }: AutopilotDeps, queue: ReviewQueue): TransactionJob {
  const { subject, table, sandboxRule } = queue;
  return {
    name: jobNameOf(subject),
    mode: 'transaction',
    // Two reviews in one transaction would lock accounts in an order of their own, and could deadlock with requests of
    // users.
    atOnceMax: 1,
    isWokenBy: (event) =>
      event.type === 'record-changed' && event.record.subject === subject && event.record.status === 'pending',

    // Records from before the autopilot was on, or while it had another delay.
    begin: async (tx) => {
      const pending = await rowsOf<{ id: number; made_ms: number }>(
        tx,
        sql`select id, (extract(epoch from created_at) * 1000)::float8 as made_ms from ${sql.identifier(table)} where status = 'pending'`,
      );
      const works = pending.map(({ id, made_ms: madeMs }) => ({
        kind: jobNameOf(subject),
        key: String(id),
        dueAtMs: madeMs + reviewAfterMs,
      }));
      await addJob(tx, works, 'move');
    },

    run: async (tx, { key: recordId }) => {
      const id = Number.parseInt(recordId, 10);
      const reason = sandboxRule?.refusalOf(await readMark(tx, { table, mark: sandboxRule.mark, id }));
      const decide = (decision: Decision) => queue.review({ db: tx, clock }, decision, AUTOPILOT);
      const reject = (why: string) => decide({ id, decision: 'reject', reason: why });
      try {
        await (reason === undefined ? decide({ id, decision: 'approve' }) : reject(reason));
      } catch (error) {
        const cause = error instanceof ReviewError ? error.cause : undefined;
        // Retry until the user is no longer frozen.
        if (cause === 'frozen') return { againInMs: Math.max(reviewAfterMs, FROZEN_AGAIN_MS) };
        if (cause === 'duplicate') await reject(sandboxRule?.duplicateRefusal ?? '');
        // Already reviewed by an operator, or cancelled by the user.
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
