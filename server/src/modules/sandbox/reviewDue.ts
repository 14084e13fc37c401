/** One pass of the autopilot over the records that wait for a review. */
import { sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Database } from '../../db/database.ts';
import { AUTOPILOT, type Reviewer } from '../../operator/audit.ts';
import { ReviewError, type Decision, type ReviewDeps } from '../../operator/review.ts';
import { reviewDeposit } from '../deposits/reviewDeposit.ts';
import { reviewIdentity } from '../identity/reviewIdentity.ts';
import { reviewWithdrawal } from '../withdrawals/reviewWithdrawal.ts';

export type ReviewDueDeps = ReviewDeps & {
  /** How long a record waits for its review, by the clock. */
  readonly reviewAfterMs: number;
  readonly log: Pick<Logger, 'error'>;
};

/** What the user reads. */
export const DEPOSIT_REFUSAL = 'Rule of the sandbox: a deposit whose amount ends in .13 is rejected.';
/** What the user reads. */
export const IDENTITY_REFUSAL = 'Rule of the sandbox: an ID number that ends in 13 is rejected.';

/** A record, and what its decision depends on. */
type Due = { readonly id: number; readonly mark: string | null };

type Kind = {
  readonly name: string;
  readonly table: SQL;
  readonly mark: SQL;
  readonly refusalOf: (mark: string | null) => string | undefined;
  readonly review: (deps: ReviewDeps, decision: Decision, reviewer: Reviewer) => Promise<void>;
};

const KINDS: readonly Kind[] = [
  {
    name: 'identity',
    table: sql`identity_checks`,
    mark: sql`r.id_number`,
    refusalOf: (idNumber) => (idNumber?.endsWith('13') === true ? IDENTITY_REFUSAL : undefined),
    review: reviewIdentity,
  },
  {
    name: 'deposit',
    table: sql`deposits`,
    mark: sql`r.amount::text`,
    refusalOf: (amount) => (amount !== null && decimal(amount).endsWith('.13') ? DEPOSIT_REFUSAL : undefined),
    review: reviewDeposit,
  },
  {
    name: 'withdrawal',
    table: sql`withdrawals`,
    mark: sql`null::text`,
    refusalOf: () => undefined,
    review: reviewWithdrawal,
  },
];

const BATCH_ROWS = 50;

/**
 * Reviews everything that is due by the clock; answers in how many milliseconds the next record is, `Infinity` when none waits. A record that cannot be reviewed is logged and
 * left to the next pass. Throws when the database cannot be read.
 */
export async function reviewDuePass(deps: ReviewDueDeps, stopped: AbortSignal): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const cutoff = new Date(nowMs - deps.reviewAfterMs).toISOString();
  for (const kind of KINDS) await reviewKind(deps, kind, cutoff, stopped);
  const nextAtMs = await readNextMs(deps.db, cutoff);
  return nextAtMs === undefined ? Infinity : Math.max(1, nextAtMs + deps.reviewAfterMs - deps.clock.nowMs());
}

async function reviewKind(deps: ReviewDueDeps, kind: Kind, cutoff: string, stopped: AbortSignal): Promise<void> {
  let afterId = 0;
  for (;;) {
    const batch = await readDue(deps.db, kind, cutoff, afterId);
    for (const due of batch) {
      if (stopped.aborted) return;
      await reviewOne(deps, kind, due);
      // Onward whatever became of it: a record that cannot be reviewed does not stand in the way of the others.
      afterId = due.id;
    }
    if (batch.length < BATCH_ROWS) return;
  }
}

/** Rows that another node or an operator is deciding on right now are passed over. The review itself locks the row, and refuses what is decided. */
async function readDue(db: Database, { table, mark }: Kind, cutoff: string, afterId: number): Promise<Due[]> {
  return rowsOf<Due>(
    db,
    sql`select r.id, ${mark} as mark from ${table} r
      where r.status = 'pending' and r.created_at <= ${cutoff} and r.id > ${afterId}
      order by r.id limit ${BATCH_ROWS} for update skip locked`,
  );
}

async function reviewOne(deps: ReviewDueDeps, kind: Kind, { id, mark }: Due): Promise<void> {
  const reason = kind.refusalOf(mark);
  const decision: Decision = reason === undefined ? { id, decision: 'approve' } : { id, decision: 'reject', reason };
  try {
    await kind.review(deps, decision, AUTOPILOT);
  } catch (error) {
    // Somebody else was faster: another node, an operator, or the user who cancelled.
    if (error instanceof ReviewError && error.cause !== 'reason-missing') return;
    deps.log.error({ err: error, id, record: kind.name }, 'the autopilot could not review a record');
  }
}

/** When the record was made that is due next. */
async function readNextMs(db: Database, cutoff: string): Promise<number | undefined> {
  const nexts = sql.join(
    KINDS.map(
      ({ table }) =>
        sql`select min(created_at) as at from ${table} where status = 'pending' and created_at > ${cutoff}`,
    ),
    sql` union all `,
  );
  const [row] = await rowsOf<{ next_ms: number | null }>(
    db,
    sql`select (extract(epoch from min(at)) * 1000)::float8 as next_ms from (${nexts}) as waiting`,
  );
  return row?.next_ms ?? undefined;
}
