/** Work in the database: rows are taken, run and settled in one transaction after another, until none is due. */
import type { Transaction } from '../db/database.ts';
import { timed } from '../health/metrics.ts';
import { retryAfterMs, settle, takeJob } from './jobRepository.ts';
import type { JobOutcome, JobRow, TransactionJob } from './job.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';

/** Creates a lane that runs one transaction at a time. */
export function createTransactionLane(deps: JobDeps, job: TransactionJob, lookAgain: LookAgain): Lane {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;

  const run = async (): Promise<void> => {
    let count = 0;
    try {
      count = await runAllJobs(deps, job, stopped.signal);
    } catch (error) {
      deps.log.error({ err: error, kind: job.name }, 'jobs could not be run; tried again');
    }
    running = undefined;
    if (count > 0 || isWoken) lookAgain();
  };

  return {
    wake() {
      isWoken = running !== undefined;
      running ??= run();
    },
    // A transaction is short, and no other node can take its rows.
    release: () => undefined,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** Runs all due rows of a job, until `stopped`; returns the number of rows taken. Throws when the database fails. */
export async function runAllJobs(deps: JobDeps, job: TransactionJob, stopped: AbortSignal): Promise<number> {
  let count = 0;
  while (!stopped.aborted) {
    const taken = await runSome(deps, job);
    count += taken;
    if (taken < job.atOnceMax) return count;
  }
  return count;
}

type Attempt = {
  readonly row: JobRow;
  readonly outcome: JobOutcome;
  /** Reason of a failure. */
  readonly error?: unknown;
};

/** Runs one transaction; returns the number of rows it took. */
async function runSome(deps: JobDeps, job: TransactionJob): Promise<number> {
  const { clock } = deps;
  const runRows = async (tx: Transaction) => {
    const made: Attempt[] = [];
    for (const row of await takeJob(tx, job.name, { clock, limit: job.atOnceMax })) {
      const attempt = await tryRow(tx, job, row);
      await settle(tx, { kind: job.name, key: row.key }, { outcome: attempt.outcome, clock });
      made.push(attempt);
    }
    return made;
  };
  const attempts = await timed(job.name, () => deps.db.transaction(runRows));
  for (const { row, error } of attempts) {
    if (error === undefined) continue;
    deps.log.error({ err: error, kind: job.name, key: row.key }, 'a job failed and will be tried again');
  }
  return attempts.length;
}

/** In a savepoint, so that a row that fails does not affect the others. */
async function tryRow(tx: Transaction, job: TransactionJob, row: JobRow): Promise<Attempt> {
  try {
    return { row, outcome: await tx.transaction((savepoint) => job.run(savepoint, row)) };
  } catch (error) {
    return { row, outcome: { retryInMs: retryAfterMs(row.failures) }, error };
  }
}
