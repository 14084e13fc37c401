/** Runs the feed as due work: one node of all leads it for as long as it lives, and then another one goes on. */
import { addJob, ALWAYS_MS, LeaseLostError, ONLY, type Lease, type LeaseJob } from '../jobs/jobsTable.ts';
import { createJumpCheck } from '../jobs/clockWatch.ts';
import { seesHolder } from '../jobs/seesHolder.ts';
import { letOthersFirst } from '../db/letOthersFirst.ts';
import { passes } from '../clock.ts';
import { openFeedSession, type FeedSessionDeps } from './feedSession.ts';
import { FeedSetupError } from './feeds/feed.ts';

export type FeedLead = {
  /** For the runner of due work, which starts it. */
  readonly kind: LeaseJob;
  /**
   * Resolves when the markets stand at now, or have traded before and need longer than {@link CATCH_UP_WAIT_MS}; when
   * another node leads; or when a first try failed and others follow. Rejects with `FeedSetupError` when the feed can
   * never start.
   */
  ready(): Promise<void>;
  /** How far the markets are, on the feed's clock; undefined before the first tick of this node. */
  reachedMs(): number | undefined;
};

export type FeedLeadDeps = Omit<FeedSessionDeps, 'confirmLead'>;

const FEED = 'feed';
const RETRY_MS = 5000;
/**
 * How long the server waits for markets that were away. After that people see them where they are, suspended and on
 * their way to now: a day of ticks takes longer than anybody waits for a page.
 */
const CATCH_UP_WAIT_MS = 3000;
/** Until a clock that is off is looked at again. */
const CLOCK_OFF_MS = 200;
/** How long other work may keep a past from being filled in. */
const OTHERS_MAX_MS = 1000;

/** Makes the lead; nothing happens before a runner runs its kind. */
export function createFeedLead(deps: FeedLeadDeps): FeedLead {
  const { db, log } = deps;
  const first = createFirstTry();
  const run = async (lease: Lease) => {
    first.begin();
    try {
      await lead(deps, lease, first);
      first.succeed();
      return 'released';
    } catch (error) {
      // Another node leads, or this one stops.
      if (lease.signal.aborted || error instanceof LeaseLostError) {
        first.succeed();
        return 'released';
      }
      const isRefused = error instanceof FeedSetupError && first.refuse(error);
      if (!isRefused) {
        log.error({ err: error, retryMs: RETRY_MS }, 'the feed could not be started and will be tried again');
        first.succeed();
      }
      return { retryInMs: RETRY_MS };
    }
  };
  return {
    kind: {
      name: FEED,
      mode: 'lease',
      atOnceMax: 1,
      begin: (tx) => addJob(tx, [{ kind: FEED, key: ONLY, dueAtMs: ALWAYS_MS }], 'move'),
      run: (_row, lease) => run(lease),
    },
    ready: async () => {
      if (!(await seesHolder(db, FEED, first.begun))) await first.done;
    },
    reachedMs: first.reachedMs,
  };
}

type FirstTry = ReturnType<typeof createFirstTry>;

/** What became of this node's first try. */
function createFirstTry() {
  let reachedMs: number | undefined;
  const begun = new AbortController();
  let isOver = false;
  let settle: (refusal?: FeedSetupError) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    settle = (refusal) => {
      isOver = true;
      if (refusal === undefined) resolve();
      else reject(refusal);
    };
  });
  // Nobody may be asking.
  done.catch(() => undefined);
  return {
    /** Aborts when the try begins. */
    begun: begun.signal,
    done,
    begin: () => begun.abort(),
    succeed: () => settle(),
    reach(atMs: number | undefined): void {
      reachedMs = atMs;
    },
    reachedMs: () => reachedMs,
    /** False when an earlier try was no refusal: then this one is a fault like any other. */
    refuse(refusal: FeedSetupError): boolean {
      if (isOver) return false;
      settle(refusal);
      return true;
    },
  };
}

async function lead(deps: FeedLeadDeps, { signal, confirm }: Lease, first: FirstTry): Promise<void> {
  const { clock, db } = deps;
  const isClockOff = createJumpCheck(db, clock);
  const session = await openFeedSession({ ...deps, confirmLead: confirm });
  const waitUntilMs = session.hasTraded ? clock.nowMs() + CATCH_UP_WAIT_MS : Number.POSITIVE_INFINITY;
  let [waitMs, isAnalyzed] = [0, true];
  while (await passes(waitMs, signal)) {
    // The runner ends this lead within a second; until then a clock that was set ahead writes no prices of the future.
    if (await isClockOff()) {
      waitMs = CLOCK_OFF_MS;
      continue;
    }
    const { isCaughtUp, ...step } = await session.step();
    first.reach(session.reachedMs());
    if (isCaughtUp || clock.nowMs() >= waitUntilMs) first.succeed();
    const isComplete = isCaughtUp && !(await session.foldPast());
    waitMs = isComplete ? step.waitMs : 0;
    if (!isComplete) await letOthersFirst(db, OTHERS_MAX_MS);
    else if (!isAnalyzed) await session.analyze();
    isAnalyzed = isComplete;
  }
}
