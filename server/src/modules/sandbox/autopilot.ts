/**
 * The sandbox's operator: reviews what has waited long enough, so that everything can be tried without anybody at the other end. It approves, but
 * for a deposit whose amount ends in .13 and an identity whose ID number ends in 13. Outside the sandbox it does not exist.
 */
import { sql, type SQL } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { addDueWork, type TransactionKind } from '../../due/dueWork.ts';
import { AUTOPILOT, type Reviewer } from '../../operator/audit.ts';
import {
  ReviewError,
  type AskReview,
  type Decision,
  type ReviewPlace,
  type ReviewSubject,
} from '../../operator/review.ts';
import { reviewDeposit } from '../deposits/reviewDeposit.ts';
import { reviewIdentity } from '../identity/reviewIdentity.ts';
import { reviewWithdrawal } from '../withdrawals/reviewWithdrawal.ts';

type AutopilotDeps = {
  readonly clock: Clock;
  /** How long a record waits for its review, by the clock. */
  readonly reviewAfterMs: number;
};

export type Autopilot = { readonly askReview: AskReview; readonly kinds: readonly TransactionKind[] };

/** What the user reads. */
export const DEPOSIT_REFUSAL = 'Rule of the sandbox: a deposit whose amount ends in .13 is rejected.';
/** What the user reads. */
export const IDENTITY_REFUSAL = 'Rule of the sandbox: an ID number that ends in 13 is rejected.';

type Rule = {
  readonly table: SQL;
  /** What the decision depends on. */
  readonly mark: SQL;
  readonly refusalOf: (mark: string | null) => string | undefined;
  readonly review: (place: ReviewPlace, decision: Decision, reviewer: Reviewer) => Promise<void>;
};

const RULES: Readonly<Record<ReviewSubject, Rule>> = {
  identity: {
    table: sql`identity_checks`,
    mark: sql`id_number`,
    refusalOf: (idNumber) => (idNumber?.endsWith('13') === true ? IDENTITY_REFUSAL : undefined),
    review: reviewIdentity,
  },
  deposit: {
    table: sql`deposits`,
    mark: sql`amount::text`,
    refusalOf: (amount) => (amount !== null && decimal(amount).endsWith('.13') ? DEPOSIT_REFUSAL : undefined),
    review: reviewDeposit,
  },
  withdrawal: {
    table: sql`withdrawals`,
    mark: sql`null::text`,
    refusalOf: () => undefined,
    review: reviewWithdrawal,
  },
};

const kindOf = (subject: ReviewSubject) => `review.${subject}`;

/** Makes an autopilot: its reviews are due work, asked for in the transaction that writes the record. */
export function createAutopilot(deps: AutopilotDeps): Autopilot {
  const { clock, reviewAfterMs } = deps;
  return {
    askReview: (tx, subject, id) =>
      addDueWork(tx, [{ kind: kindOf(subject), key: String(id), dueAtMs: clock.nowMs() + reviewAfterMs }]),
    kinds: [reviewKind(deps, 'identity'), reviewKind(deps, 'deposit'), reviewKind(deps, 'withdrawal')],
  };
}

function reviewKind({ clock, reviewAfterMs }: AutopilotDeps, subject: ReviewSubject): TransactionKind {
  const { table, mark, refusalOf, review } = RULES[subject];
  return {
    name: kindOf(subject),
    mode: 'transaction',
    // Two reviews in one transaction would take accounts in an order of their own, and could lock up with what users do.
    atOnceMax: 1,
    isWokenBy: (event) =>
      event.type === 'record-changed' && event.record.subject === subject && event.record.status === 'pending',

    // Records of an exchange that had no autopilot, or one that waited for another time.
    begin: async (tx) => {
      const pending = await rowsOf<{ id: number; made_ms: number }>(
        tx,
        sql`select id, (extract(epoch from created_at) * 1000)::float8 as made_ms from ${table} where status = 'pending'`,
      );
      const works = pending.map(({ id, made_ms: madeMs }) => ({
        kind: kindOf(subject),
        key: String(id),
        dueAtMs: madeMs + reviewAfterMs,
      }));
      await addDueWork(tx, works, 'move');
    },

    run: async (tx, { key: recordId }, tell) => {
      const id = Number.parseInt(recordId, 10);
      const reason = refusalOf(await readMark(tx, { table, mark, id }));
      const decision: Decision =
        reason === undefined ? { id, decision: 'approve' } : { id, decision: 'reject', reason };
      try {
        await review({ db: tx, clock, events: { publish: tell } }, decision, AUTOPILOT);
      } catch (error) {
        // Somebody else was faster: an operator, or the user who cancelled.
        if (!(error instanceof ReviewError) || error.cause === 'reason-missing') throw error;
      }
      return 'done';
    },
  };
}

type Marked = Pick<Rule, 'table' | 'mark'> & { readonly id: number };

async function readMark(tx: Transaction, { table, mark, id }: Marked): Promise<string | null> {
  const [row] = await rowsOf<{ mark: string | null }>(tx, sql`select ${mark} as mark from ${table} where id = ${id}`);
  return row?.mark ?? null;
}
