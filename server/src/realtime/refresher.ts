/** Repeats work after changes: soon, never concurrently, and not more often than useful. */
import { withRequestId } from '../requestContext.ts';

export type Refresher = {
  /** Requests a run, because something may have changed. */
  touch(): void;
  /** Starts; earlier touches are only remembered. */
  start(): void;
  close(): void;
};

export type RefresherOptions = {
  /** Shortest time between two runs. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** After an error the work is retried, at this slower pace. */
const PAUSE_AFTER_FAULT_MS = 1000;

/** Creates a refresher that is not started. */
export function createRefresher({ everyMs, work, onError }: RefresherOptions): Refresher {
  let state: 'waiting' | 'idle' | 'scheduled' | 'working' | 'closed' = 'waiting';
  let isDirty = false;
  let notBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const schedule = () => {
    if (state !== 'idle' || !isDirty) return;
    const delayMs = notBeforeMs - performance.now();
    if (delayMs <= 0) {
      void run();
      return;
    }
    state = 'scheduled';
    timer = setTimeout(() => void run(), delayMs);
  };
  const run = async () => {
    state = 'working';
    isDirty = false;
    notBeforeMs = performance.now() + everyMs;
    try {
      await work();
    } catch (error) {
      isDirty = true;
      notBeforeMs = performance.now() + PAUSE_AFTER_FAULT_MS;
      onError(error);
    }
    // Closed while it was working.
    if ((state as string) === 'closed') return;
    state = 'idle';
    schedule();
  };

  return {
    touch() {
      isDirty = true;
      // The work is for everybody who touched meanwhile.
      withRequestId(undefined, schedule);
    },
    start() {
      if (state === 'waiting') state = 'idle';
      schedule();
    },
    close() {
      state = 'closed';
      clearTimeout(timer);
    },
  };
}
