/**
 * The runner of all jobs; several nodes may run one each. It looks for due rows at start, after an event or a notice of
 * the database, when the next row is due, and when the lease of another node may end.
 */
import type { Transaction } from '../db/database.ts';
import { createRefresher } from '../realtime/refresher.ts';
import type { Notices } from '../db/notices.ts';
import { readNext, type NextJob } from './jobRepository.ts';
import type { JobDefinition } from './job.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';
import { createClockWatch, type ClockReading } from './clockWatch.ts';
import { createLeaseHolder } from './leaseHolder.ts';
import { createLeaseLane } from './leaseLane.ts';
import { createTransactionLane } from './transactionLane.ts';

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

/** Events arrive faster than they need attention: those within this interval cause one look. */
const LOOK_AT_MOST_EVERY_MS = 50;
/** Without notices, and while another node runs a job, whose next row may be due immediately. */
const LOOK_EVERY_MS = 1000;
/** With notices, in case one was lost. */
const LOOK_ANYWAY_MS = 30_000;

/** Creates a runner that is not started. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, clock, events, log, jobs, notices } = deps;
  const names = jobs.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two jobs have one name: ${names.join(', ')}`);
  const { lanes, holder, isClockRight } = createLanes(deps, () => refresher.touch());
  let unsubscribes: readonly (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let hasBegun = false;
  let isStopped = false;

  const refresher = createRefresher({
    everyMs: LOOK_AT_MOST_EVERY_MS,
    work: () => (looking = look()),
    onError: (error) => log.error({ err: error }, 'due jobs could not be read; tried again'),
  });

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (!hasBegun) await db.transaction(begin);
    hasBegun = true;
    const sentMs = clock.nowMs();
    const next = await readNext(db, clock, { kinds: names, own: holder.leases() });
    if (isStopped) return;
    const isRight = isClockRight({ sentMs, databaseMs: next[0]?.nowMs ?? sentMs, receivedMs: clock.nowMs() });
    for (const { kind: job } of isRight ? next.filter(isDue) : []) lanes.get(job)?.wake();
    const waitMs = Math.min(notices?.isOn() === true ? LOOK_ANYWAY_MS : LOOK_EVERY_MS, ...next.flatMap(waitsOf));
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
      await looking.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await holder.settled();
    },
  };
}

/** One lane per job. Leases are released whenever a reading shows that this machine's clock is off. */
function createLanes(deps: JobRunnerDeps, lookAgain: LookAgain) {
  const watch = createClockWatch(deps);
  const isClockRight = (reading: ClockReading): boolean => {
    const isRight = watch.judge(reading);
    if (!isRight) for (const lane of lanes.values()) lane.release();
    return isRight;
  };
  const holder = createLeaseHolder({ ...deps, onReading: isClockRight });
  const laneOf = (job: JobDefinition): Lane =>
    job.mode === 'transaction'
      ? createTransactionLane(deps, job, lookAgain)
      : createLeaseLane({ ...deps, holder }, job, lookAgain);
  const lanes = new Map(deps.jobs.map((job) => [job.name, laneOf(job)]));
  return { lanes, holder, isClockRight };
}

const isDue = ({ dueInMs }: NextJob) => dueInMs !== null && dueInMs <= 0;

/** Longest waits for a job: until its next row is due, and until the lease of another node ends. */
function waitsOf(next: NextJob): readonly number[] {
  const { dueInMs, freeInMs } = next;
  return [isDue(next) ? LOOK_EVERY_MS : dueInMs, freeInMs].filter((ms) => ms !== null);
}
