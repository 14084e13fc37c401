/**
 * The sandbox's operator: reviews what has waited long enough, so that everything can be tried without anybody at the other end. It approves, but
 * for a deposit whose amount ends in .13 and an identity whose ID number ends in 13. Outside the sandbox it does not exist.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { reviewDuePass, type ReviewDueDeps } from './reviewDue.ts';

/** A running autopilot. `stop` waits for the review that is under way. */
export type Autopilot = { stop(): Promise<void> };

/** Events tell of new records; a look now and then finds those whose event was lost, and tries again what failed. */
const LOOK_EVERY_MS = 5000;

/** Starts reviewing: what became due while nobody ran at once, and then each record when its time has come. Any number of nodes may do so beside each other. */
export function startAutopilot(deps: ReviewDueDeps): Autopilot {
  const stopped = new AbortController();
  let woken = new AbortController();
  const unsubscribe = deps.events.subscribe((event) => {
    if (event.type === 'record-changed' && event.record.status === 'pending') woken.abort();
  });
  const running = run();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // Made anew before the look: what comes during it makes another one.
      woken = new AbortController();
      const { signal } = woken;
      const waitMs = await look();
      await pause(Math.min(waitMs, LOOK_EVERY_MS), undefined, { signal }).catch(() => undefined);
    }
  }

  async function look(): Promise<number> {
    try {
      return await reviewDuePass(deps, stopped.signal);
    } catch (error) {
      deps.log.error({ err: error, retryMs: LOOK_EVERY_MS }, 'the autopilot could not look for what is due');
      return LOOK_EVERY_MS;
    }
  }

  return {
    stop: async () => {
      unsubscribe();
      stopped.abort();
      woken.abort();
      await running;
    },
  };
}
