/** Runs the feed as a job: one node leads it while it is up, and then another one continues. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { letOthersFirst } from '../db/letOthersFirst.ts';
import { addJob, ALWAYS_MS, LeaseLostError, ONLY, type Lease, type LeaseJob } from '../jobs/job.ts';
import { createJumpCheck } from '../jobs/clockWatch.ts';
import { seesHolder } from '../jobs/leaseHolder.ts';
import { passes } from '../clock.ts';
import { openFeedSession, type FeedSessionDeps } from './feedSession.ts';
import { FeedSetupError } from './feeds/feed.ts';

export type FeedLead = {
  /** Job for the runner, which starts the feed. */
  readonly job: LeaseJob;
  /**
   * Resolves when the markets have caught up with now, or have traded before and need longer than {@link
   * CATCH_UP_WAIT_MS}; when another node leads; or when a first attempt failed and will be retried. Rejects with
   * `FeedSetupError` when the feed can never start.
   */
  ready(): Promise<void>;
  /** Instant that the markets have reached, on the feed's clock; undefined before the first tick of this node. */
  reachedMs(): number | undefined;
};

export type FeedLeadDeps = Omit<FeedSessionDeps, 'confirmLead'>;

const FEED = 'feed';
const RETRY_MS = 5000;
/**
 * How long the server waits at start for markets that catch up. After that it serves them suspended: a day of ticks
 * takes longer to write than users wait for a page.
 */
const CATCH_UP_WAIT_MS = 3000;
/** Interval of checks while the clock is off. */
const CLOCK_OFF_MS = 200;
/** Longest time that other work may delay the folding of the past. */
const OTHERS_MAX_MS = 1000;

/** Creates the lead; nothing happens before a runner runs its job. */
export function createFeedLead(deps: FeedLeadDeps): FeedLead {
  const { db, log } = deps;
  const first = createFirstAttempt();
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
    job: {
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

type FirstAttempt = ReturnType<typeof createFirstAttempt>;

/** State of this node's first attempt. */
function createFirstAttempt() {
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
  // `ready` may not have been called.
  done.catch(() => undefined);
  return {
    /** Aborts when the attempt begins. */
    begun: begun.signal,
    done,
    begin: () => begun.abort(),
    succeed: () => settle(),
    reach(atMs: number | undefined): void {
      reachedMs = atMs;
    },
    reachedMs: () => reachedMs,
    /** False when an earlier attempt was not refused: then this refusal is treated like any other error. */
    refuse(refusal: FeedSetupError): boolean {
      if (isOver) return false;
      settle(refusal);
      return true;
    },
  };
}

async function lead(deps: FeedLeadDeps, { signal, confirm }: Lease, first: FirstAttempt): Promise<void> {
  const { clock, db } = deps;
  const isClockOff = createJumpCheck(db, clock);
  const open = () => openFeedSession({ ...deps, confirmLead: confirm });
  const haveMarketsChanged = watchMarkets(deps, signal);
  let session = await open();
  const waitUntilMs = session.hasTraded ? clock.nowMs() + CATCH_UP_WAIT_MS : Number.POSITIVE_INFINITY;
  let [waitMs, isAnalyzed] = [0, true];
  while (await passes(waitMs, signal)) {
    // The runner ends this lead within a second; until then, write no prices with the time of a wrong clock.
    if (await isClockOff()) {
      waitMs = CLOCK_OFF_MS;
      continue;
    }
    if (await haveMarketsChanged()) session = await open();
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

/** Interval of reads without an event: the operator's tool may run beside an exchange, and events may be lost. */
const MARKETS_EVERY_MS = 5000;

/** Whether markets were listed or have ended since the last call. */
function watchMarkets({ db, events, clock }: FeedLeadDeps, signal: AbortSignal): () => Promise<boolean> {
  let known: string | undefined;
  let nextReadMs = 0;
  const unsubscribe = events.subscribe(({ type }) => {
    if (type === 'markets-changed') nextReadMs = 0;
  });
  signal.addEventListener('abort', unsubscribe);
  return async () => {
    const nowMs = clock.nowMs();
    if (nowMs < nextReadMs) return false;
    nextReadMs = nowMs + MARKETS_EVERY_MS;
    const [row] = await rowsOf<{ markets: string }>(
      db,
      sql`select string_agg(id::text, ',' order by id) as markets from markets where delisted_at is null`,
    );
    const before = known ?? row?.markets;
    known = row?.markets;
    return known !== before;
  };
}
