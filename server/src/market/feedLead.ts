/** Runs the feed as due work: one node of all leads it for as long as it lives, and then another one goes on. */
import { addDueWork, ONLY, type Lease, type LeaseKind } from '../due/dueWork.ts';
import { seesHolder } from '../due/seesHolder.ts';
import { passes } from '../clock.ts';
import { openFeedSession, type FeedSession, type FeedSessionDeps } from './feedSession.ts';
import { FeedSetupError } from './feeds/feed.ts';

export type FeedLead = {
  /** For the runner of due work, which starts it. */
  readonly kind: LeaseKind;
  /**
   * Resolves when this node has filled in the history and stands at now, or when another node leads, or when a first
   * try failed and others follow. Rejects with `FeedSetupError` when the feed can never start.
   */
  ready(): Promise<void>;
};

export type FeedLeadDeps = Omit<FeedSessionDeps, 'confirmLead'>;

const FEED = 'feed';
const RETRY_MS = 5000;

/** Makes the lead; nothing happens before a runner runs its kind. */
export function createFeedLead(deps: FeedLeadDeps): FeedLead {
  const { db, clock, log } = deps;
  const first = createFirstTry();
  const run = async (lease: Lease) => {
    first.begin();
    try {
      await lead(deps, lease, first.succeed);
      first.succeed();
      return { againAtMs: clock.nowMs() };
    } catch (error) {
      const isRefused = error instanceof FeedSetupError && first.refuse(error);
      if (!isRefused) {
        log.error({ err: error, retryMs: RETRY_MS }, 'the feed could not be started and will be tried again');
        first.succeed();
      }
      return { retryAtMs: clock.nowMs() + RETRY_MS };
    }
  };
  return {
    kind: {
      name: FEED,
      mode: 'lease',
      atOnceMax: 1,
      begin: (tx) => addDueWork(tx, [{ kind: FEED, key: ONLY, dueAtMs: clock.nowMs() }]),
      run: (_row, lease) => run(lease),
    },
    ready: async () => {
      if (!(await seesHolder(db, FEED, first.begun))) await first.done;
    },
  };
}

/** What became of this node's first try. */
function createFirstTry() {
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
    /** False when an earlier try was no refusal: then this one is a fault like any other. */
    refuse(refusal: FeedSetupError): boolean {
      if (isOver) return false;
      settle(refusal);
      return true;
    },
  };
}

async function lead(deps: FeedLeadDeps, { signal, confirm }: Lease, onReady: () => void): Promise<void> {
  const session = await openFeedSession({ ...deps, confirmLead: confirm });
  await fillIn(session, signal);
  onReady();
  let waitMs = 0;
  while (await passes(waitMs, signal)) ({ waitMs } = await session.step());
}

async function fillIn(session: FeedSession, signal: AbortSignal): Promise<void> {
  if ((await session.step()).isCaughtUp) return;
  while (!signal.aborted && !(await session.step()).isCaughtUp);
  await session.analyze();
}
