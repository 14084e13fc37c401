/**
 * The one runner of due work, on any number of nodes beside each other: looks for what is due at start, when an event
 * says so, when the next row's time comes, and now and then for what another node left.
 */
import type { Transaction } from '../db/database.ts';
import { createRefresher } from '../realtime/refresher.ts';
import { readNextMs } from './dueRepository.ts';
import type { DueKind } from './dueWork.ts';
import type { DueDeps, Lane, LookAgain } from './lane.ts';
import { createLeaseLane } from './leaseLane.ts';
import { createTransactionLane } from './transactionLane.ts';

export type DueRunner = {
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Takes nothing more, and waits for what runs. */
  stop(): Promise<void>;
};

export type DueRunnerDeps = DueDeps & { readonly kinds: readonly DueKind[] };

/** Events come faster than anybody has to act on them: those within this time are looked at together. */
const LOOK_AT_MOST_EVERY_MS = 50;
/** For leases of nodes that died, and for what was added without an event. */
const LOOK_EVERY_MS = 1000;

/** Makes a runner that has not started. */
export function createDueRunner(deps: DueRunnerDeps): DueRunner {
  const { db, clock, events, log, kinds } = deps;
  const names = kinds.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two kinds of due work have one name: ${names.join(', ')}`);
  const lanes = new Map(kinds.map((kind) => [kind.name, createLane(deps, kind, () => refresher.touch())]));
  let unsubscribe: () => void = () => undefined;
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
    let waitMs = LOOK_EVERY_MS;
    for (const [name, nextMs] of await readNextMs(db, names)) {
      if (isStopped) return;
      const untilMs = nextMs - clock.nowMs();
      if (untilMs <= 0) lanes.get(name)?.wake();
      else waitMs = Math.min(waitMs, untilMs);
    }
    timer = setTimeout(() => refresher.touch(), waitMs);
  }

  async function begin(tx: Transaction): Promise<void> {
    for (const kind of kinds) await kind.begin?.(tx);
  }

  return {
    start() {
      unsubscribe = events.subscribe((event) => {
        if (kinds.some(({ isWokenBy }) => isWokenBy?.(event) === true)) refresher.touch();
      });
      refresher.touch();
      refresher.start();
    },
    wake: () => refresher.touch(),
    async stop() {
      isStopped = true;
      unsubscribe();
      refresher.close();
      await looking.catch(() => undefined);
      clearTimeout(timer);
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
}

function createLane(deps: DueDeps, kind: DueKind, lookAgain: LookAgain): Lane {
  return kind.mode === 'transaction'
    ? createTransactionLane(deps, kind, lookAgain)
    : createLeaseLane(deps, kind, lookAgain);
}
