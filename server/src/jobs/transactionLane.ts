/** Work in the database: rows are taken, done and noted in one transaction after the other, until none is due. */
import type { Transaction } from '../db/database.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { retryAfterMs, settle, takeJob } from './jobRepository.ts';
import type { JobOutcome, JobRow, TransactionJob } from './jobsTable.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';

/** Makes a lane that has one transaction at a time. */
export function createTransactionLane(deps: JobDeps, kind: TransactionJob, lookAgain: LookAgain): Lane {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;

  const run = async (): Promise<void> => {
    let count = 0;
    try {
      count = await runAllJobs(deps, kind, stopped.signal);
    } catch (error) {
      deps.log.error({ err: error, kind: kind.name }, 'due work could not be done; tried again');
    }
    running = undefined;
    if (count > 0 || isWoken) lookAgain();
  };

  return {
    wake() {
      isWoken = running !== undefined;
      running ??= run();
    },
    // A transaction is soon over, and no other node can take its rows.
    release: () => undefined,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/**
 * Does everything of a kind that is due, until `stopped`; answers how many rows were taken. Throws when the database
 * fails.
 */
export async function runAllJobs(deps: JobDeps, kind: TransactionJob, stopped: AbortSignal): Promise<number> {
  let count = 0;
  while (!stopped.aborted) {
    const taken = await runSome(deps, kind);
    count += taken;
    if (taken < kind.atOnceMax) return count;
  }
  return count;
}

type Attempt = {
  readonly row: JobRow;
  readonly outcome: JobOutcome;
  readonly told: readonly ExchangeEvent[];
  /** Why it failed. */
  readonly error?: unknown;
};

/** One transaction; answers how many rows it took. */
async function runSome(deps: JobDeps, kind: TransactionJob): Promise<number> {
  const { clock } = deps;
  const attempts = await deps.db.transaction(async (tx) => {
    const made: Attempt[] = [];
    for (const row of await takeJob(tx, kind.name, { clock, limit: kind.atOnceMax })) {
      const attempt = await tryRow(tx, kind, row);
      await settle(tx, { kind: kind.name, key: row.key }, { outcome: attempt.outcome, clock });
      made.push(attempt);
    }
    return made;
  });
  for (const { row, told, error } of attempts) {
    for (const event of told) deps.events.publish(event);
    if (error === undefined) continue;
    deps.log.error({ err: error, kind: kind.name, key: row.key }, 'due work failed and will be tried again');
  }
  return attempts.length;
}

/** In a savepoint, so that a row that fails leaves the others as they are. */
async function tryRow(tx: Transaction, kind: TransactionJob, row: JobRow): Promise<Attempt> {
  const told: ExchangeEvent[] = [];
  try {
    const outcome = await tx.transaction((savepoint) => kind.run(savepoint, row, (event) => told.push(event)));
    return { row, outcome, told };
  } catch (error) {
    return { row, outcome: { retryInMs: retryAfterMs(row.failures) }, told: [], error };
  }
}
