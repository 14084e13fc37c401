/** Runs the feed on one node of all, for as long as the server lives. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../db/connect.ts';
import { acquireFeedLease, type FeedLease } from './feedLease.ts';
import { openFeedSession, type FeedSession, type FeedSessionDeps } from './feedSession.ts';
import { FeedSetupError } from './feeds/feed.ts';

export type FeedRunner = {
  /**
   * Starts. Resolves when this node has filled in the history and stands at now, or when another node leads, or when a first try failed and
   * others follow. Rejects with `FeedSetupError` when the feed can never start.
   */
  start(): Promise<void>;
  /** Stops after the transaction that runs, and gives the lead away. */
  stop(): Promise<void>;
};

export type FeedRunnerDeps = FeedSessionDeps & Pick<OpenDatabase, 'engine'>;

const STANDBY_MS = 2000;
const RETRY_MS = 5000;

/** Creates the runner; nothing happens before `start`. */
export function createFeedRunner(deps: FeedRunnerDeps): FeedRunner {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start: () =>
      new Promise((resolve, reject) => {
        running = run(deps, stopped.signal, resolve).catch(reject);
      }),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function run(deps: FeedRunnerDeps, signal: AbortSignal, onReady: () => void): Promise<void> {
  let hasStarted = false;
  const ready = () => {
    hasStarted = true;
    onReady();
  };
  while (!signal.aborted) {
    try {
      const lease = await acquireFeedLease(deps);
      if (lease !== undefined) await lead(deps, lease, signal, ready);
      ready();
      await waitFor(STANDBY_MS, signal);
    } catch (error) {
      if (error instanceof FeedSetupError && !hasStarted) throw error;
      deps.log.error({ err: error, retryMs: RETRY_MS }, 'the feed could not be started and will be tried again');
      ready();
      await waitFor(RETRY_MS, signal);
    }
  }
  ready();
}

async function lead(deps: FeedRunnerDeps, lease: FeedLease, signal: AbortSignal, onReady: () => void): Promise<void> {
  const isLeading = () => !signal.aborted && lease.isHeld();
  try {
    const session = await openFeedSession(deps);
    await fillIn(session, isLeading);
    onReady();
    while (isLeading()) {
      const { waitMs } = await session.step();
      await waitFor(waitMs, signal);
    }
    if (!signal.aborted) deps.log.warn({}, 'this node does not lead the feed any more');
  } finally {
    await lease.release();
  }
}

async function fillIn(session: FeedSession, isLeading: () => boolean): Promise<void> {
  if ((await session.step()).isCaughtUp) return;
  while (isLeading() && !(await session.step()).isCaughtUp);
  await session.analyze();
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
