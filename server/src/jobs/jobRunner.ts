/**
 * The runner of all jobs; several nodes may run one each. It looks for due rows at start, after an event or a notice of
 * the database, when the next row is due, and when the lease of another node may end.
 */
import type { Transaction } from '../db/database.ts';
import { createRefresher } from '../realtime/refresher.ts';
import type { Notices } from '../db/notices.ts';
import {
  readNext,
  type NextJob,
  confirmLease,
  leaseJob,
  releaseLease,
  retryAfterMs,
  settle,
  takeJob,
} from './jobRepository.ts';
import {
  type JobDefinition,
  LeaseLostError,
  type JobRow,
  type LeaseJob,
  type JobOutcome,
  type TransactionJob,
} from './job.ts';
import { createClockWatch, type ClockReading } from './clockWatch.ts';
import { randomUUID } from 'node:crypto';
import { timed } from '../health/metrics.ts';
import { createLeaseHolder, type JobDeps, type Lane, type LeaseHolder, type PollSoon } from './leaseHolder.ts';

export type JobRunner = {
  start(): void;
  /** Looks for due rows soon. */
  wake(): void;
  /** Names of the jobs of which this node holds a lease. */
  leads(): readonly string[];
  /** Takes no further rows and waits for running ones; another call waits as well. */
  stop(): Promise<void>;
};

export type JobRunnerDeps = JobDeps & {
  readonly jobs: readonly JobDefinition[];
  /** Notices of written rows; without them the runner polls each second. */
  readonly notices?: Notices | undefined;
};

/** Events arrive faster than they need attention: those within this interval cause one poll. */
const POLL_AT_MOST_EVERY_MS = 50;
/** Without notices, and while another node runs a job, whose next row may be due immediately. */
const POLL_EVERY_MS = 1000;
/** With notices, in case one was lost. */
const POLL_ANYWAY_MS = 30_000;

/** Creates a runner that is not started. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, clock, events, log, jobs, notices } = deps;
  const names = jobs.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two jobs have one name: ${names.join(', ')}`);
  const { lanes, holder, isClockRight } = createLanes(deps, () => refresher.touch());
  let unsubscribes: readonly (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  let hasBegun = false;
  let isStopped = false;

  const refresher = createRefresher({
    everyMs: POLL_AT_MOST_EVERY_MS,
    work: () => (polling = poll()),
    onError: (error) => log.error({ err: error }, 'due jobs could not be read; tried again'),
  });

  async function poll(): Promise<void> {
    clearTimeout(timer);
    if (!hasBegun) await db.transaction(begin);
    hasBegun = true;
    const sentMs = clock.nowMs();
    const next = await readNext(db, clock, { kinds: names, own: holder.leases() });
    if (isStopped) return;
    const isRight = isClockRight({ sentMs, databaseMs: next[0]?.nowMs ?? sentMs, receivedMs: clock.nowMs() });
    for (const { kind: job } of isRight ? next.filter(isDue) : []) lanes.get(job)?.wake();
    const waitMs = Math.min(notices?.isOn() === true ? POLL_ANYWAY_MS : POLL_EVERY_MS, ...next.flatMap(waitsOf));
    timer = setTimeout(() => refresher.touch(), Math.max(0, waitMs));
  }

  async function begin(tx: Transaction): Promise<void> {
    for (const job of jobs) await job.begin?.(tx);
  }

  return {
    start() {
      const unsubscribeEvents = events.subscribe((event) => {
        if (jobs.some(({ isWokenBy }) => isWokenBy?.(event) === true)) refresher.touch();
      });
      unsubscribes = [unsubscribeEvents, notices?.subscribe(refresher.touch) ?? (() => undefined)];
      refresher.touch();
      refresher.start();
    },
    wake: () => refresher.touch(),
    leads: holder.kinds,
    async stop() {
      isStopped = true;
      for (const unsubscribe of unsubscribes) unsubscribe();
      refresher.close();
      await polling.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await holder.settled();
    },
  };
}

/** One lane per job. Leases are released whenever a reading shows that this machine's clock is off. */
function createLanes(deps: JobRunnerDeps, pollSoon: PollSoon) {
  const watch = createClockWatch(deps);
  const isClockRight = (reading: ClockReading): boolean => {
    const isRight = watch.judge(reading);
    if (!isRight) for (const lane of lanes.values()) lane.release();
    return isRight;
  };
  const holder = createLeaseHolder({ ...deps, onReading: isClockRight });
  const laneOf = (job: JobDefinition): Lane =>
    job.mode === 'transaction'
      ? createTransactionLane(deps, job, pollSoon)
      : createLeaseLane({ ...deps, holder }, job, pollSoon);
  const lanes = new Map(deps.jobs.map((job) => [job.name, laneOf(job)]));
  return { lanes, holder, isClockRight };
}

const isDue = ({ dueInMs }: NextJob) => dueInMs !== null && dueInMs <= 0;

/** Longest waits for a job: until its next row is due, and until the lease of another node ends. */
function waitsOf(next: NextJob): readonly number[] {
  const { dueInMs, freeInMs } = next;
  return [isDue(next) ? POLL_EVERY_MS : dueInMs, freeInMs].filter((ms) => ms !== null);
}

// Work outside the database: rows are taken under a lease, which is renewed while the work runs and ends soon after a
// crash of the node.

type LeaseDeps = JobDeps & { readonly holder: LeaseHolder };

/** Creates a lane that works on several rows concurrently. */
function createLeaseLane(deps: LeaseDeps, job: LeaseJob, pollSoon: PollSoon): Lane {
  let over = new AbortController();
  const running = new Map<string, Promise<void>>();
  let claiming: Promise<void> | undefined;
  let isWoken = false;

  const claim = async (): Promise<void> => {
    const lease = randomUUID();
    try {
      for (const row of await leaseJob(deps.db, job.name, requestFrom(lease))) start(row, lease);
    } catch (error) {
      deps.log.error({ err: error, kind: job.name }, 'jobs could not be taken; tried again');
    }
    claiming = undefined;
    if (isWoken) pollSoon();
  };
  // A node that was blocked for longer than a lease continues with its rows, unless another node took them.
  const requestFrom = (lease: string) => ({
    clock: deps.clock,
    limit: job.atOnceMax - running.size,
    lease,
    leaseMs: deps.holder.leaseMs,
    except: [...running.keys()],
  });
  const start = (row: JobRow, lease: string): void => {
    const work = runLeased(deps, { job, row, lease, stopped: over.signal }).then(() => {
      running.delete(row.key);
      pollSoon();
    });
    running.set(row.key, work);
  };

  return {
    wake() {
      // The next finished row causes another look.
      if (running.size >= job.atOnceMax) return;
      isWoken = claiming !== undefined;
      claiming ??= claim();
    },
    release() {
      over.abort();
      over = new AbortController();
    },
    async stop() {
      over.abort();
      await claiming;
      await Promise.all(running.values());
    },
  };
}

type Leased = {
  readonly job: LeaseJob;
  readonly row: JobRow;
  readonly lease: string;
  readonly stopped: AbortSignal;
};

/** Works on a row while its lease is held, and writes the outcome. Never throws. */
async function runLeased(deps: LeaseDeps, { job, row, lease, stopped }: Leased): Promise<void> {
  const { db, clock, log } = deps;
  const id = { kind: job.name, key: row.key, lease };
  const lost = new AbortController();
  const stopRenewing = deps.holder.hold(id, () => lost.abort());
  const signal = AbortSignal.any([stopped, lost.signal]);
  const confirm: Parameters<LeaseJob['run']>[1]['confirm'] = async (tx) => {
    if (await confirmLease(tx, id)) return;
    lost.abort();
    throw new LeaseLostError(id.kind, id.key);
  };
  let outcome: Awaited<ReturnType<LeaseJob['run']>>;
  try {
    outcome = stopped.aborted ? 'released' : await job.run(row, { signal, confirm });
  } catch (error) {
    const retryMs = retryAfterMs(row.failures);
    outcome = signal.aborted ? 'released' : { retryInMs: retryMs };
    if (!signal.aborted) {
      log.error({ err: error, kind: id.kind, key: id.key, retryMs }, 'a job failed and will be tried again');
    }
  }
  stopRenewing();
  // Has no effect on a row that another node holds by now.
  await (outcome === 'released' ? releaseLease(db, id) : settle(db, id, { outcome, clock })).catch((error: unknown) => {
    log.error({ err: error, kind: id.kind, key: id.key }, 'the outcome of a job could not be written');
  });
}

// Work in the database: rows are taken, run and settled in one transaction after another, until none is due.

/** Creates a lane that runs one transaction at a time. */
function createTransactionLane(deps: JobDeps, job: TransactionJob, pollSoon: PollSoon): Lane {
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
    if (count > 0 || isWoken) pollSoon();
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
