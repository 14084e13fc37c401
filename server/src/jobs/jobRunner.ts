/**
 * The one runner of due work, on any number of nodes beside each other. Looks for due rows at start, after an event or
 * a notice of the database, when the next row's time comes, and when the lease of another node may be over.
 */
import type { Transaction } from '../db/database.ts';
import { createRefresher } from '../realtime/refresher.ts';
import type { Notices } from '../db/notices.ts';
import { readNext, type NextJob } from './jobRepository.ts';
import type { JobDefinition } from './jobsTable.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';
import { createClockWatch, type ClockReading } from './clockWatch.ts';
import { createLeaseHolder } from './leaseHolder.ts';
import { createLeaseLane } from './leaseLane.ts';
import { createTransactionLane } from './transactionLane.ts';

export type JobRunner = {
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Takes nothing more, and waits for what runs. */
  stop(): Promise<void>;
};

export type JobRunnerDeps = JobDeps & {
  readonly kinds: readonly JobDefinition[];
  /** Of rows that were written; without them they are looked for each second. */
  readonly notices?: Notices | undefined;
};

/** Events come faster than anybody has to act on them: those within this time are looked at together. */
const LOOK_AT_MOST_EVERY_MS = 50;
/** Without notices, and while another node works on something: what it leaves may be due at once. */
const LOOK_EVERY_MS = 1000;
/** With them, for one that was lost. */
const LOOK_ANYWAY_MS = 30_000;

/** Makes a runner that has not started. */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, clock, events, log, kinds, notices } = deps;
  const names = kinds.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two kinds of due work have one name: ${names.join(', ')}`);
  const { lanes, keeper, isClockRight } = createLanes(deps, () => refresher.touch());
  let unsubscribes: readonly (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let hasBegun = false;
  let isStopped = false;

  const refresher = createRefresher({
    everyMs: LOOK_AT_MOST_EVERY_MS,
    work: () => (looking = look()),
    onError: (error) => log.error({ err: error }, 'due work could not be looked for; tried again'),
  });

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (!hasBegun) await db.transaction(begin);
    hasBegun = true;
    const sentMs = clock.nowMs();
    const next = await readNext(db, clock, { kinds: names, own: keeper.leases() });
    if (isStopped) return;
    const isRight = isClockRight({ sentMs, databaseMs: next[0]?.nowMs ?? sentMs, receivedMs: clock.nowMs() });
    for (const { kind } of isRight ? next.filter(isDue) : []) lanes.get(kind)?.wake();
    const waitMs = Math.min(notices?.isOn() === true ? LOOK_ANYWAY_MS : LOOK_EVERY_MS, ...next.flatMap(waitsOf));
    timer = setTimeout(() => refresher.touch(), Math.max(0, waitMs));
  }

  async function begin(tx: Transaction): Promise<void> {
    for (const kind of kinds) await kind.begin?.(tx);
  }

  return {
    start() {
      const unsubscribeEvents = events.subscribe((event) => {
        if (kinds.some(({ isWokenBy }) => isWokenBy?.(event) === true)) refresher.touch();
      });
      unsubscribes = [unsubscribeEvents, notices?.subscribe(refresher.touch) ?? (() => undefined)];
      refresher.touch();
      refresher.start();
    },
    wake: () => refresher.touch(),
    async stop() {
      isStopped = true;
      for (const unsubscribe of unsubscribes) unsubscribe();
      refresher.close();
      await looking.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
      await keeper.settled();
    },
  };
}

/** One lane a kind. Leases are given back whenever a reading shows that this machine's clock is off. */
function createLanes(deps: JobRunnerDeps, lookAgain: LookAgain) {
  const watch = createClockWatch(deps);
  const isClockRight = (reading: ClockReading): boolean => {
    const isRight = watch.judge(reading);
    if (!isRight) for (const lane of lanes.values()) lane.release();
    return isRight;
  };
  const keeper = createLeaseHolder({ ...deps, onReading: isClockRight });
  const laneOf = (kind: JobDefinition): Lane =>
    kind.mode === 'transaction'
      ? createTransactionLane(deps, kind, lookAgain)
      : createLeaseLane({ ...deps, keeper }, kind, lookAgain);
  const lanes = new Map(deps.kinds.map((kind) => [kind.name, laneOf(kind)]));
  return { lanes, keeper, isClockRight };
}

const isDue = ({ dueInMs }: NextJob) => dueInMs !== null && dueInMs <= 0;

/** How long to wait for a kind at most: for its next row, and for the lease of another node. */
function waitsOf(next: NextJob): readonly number[] {
  const { dueInMs, freeInMs } = next;
  return [isDue(next) ? LOOK_EVERY_MS : dueInMs, freeInMs].filter((ms) => ms !== null);
}
