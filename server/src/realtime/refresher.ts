/** Looking again when something may have changed: soon, never twice at a time, and not more often than is useful. */

export type Refresher = {
  /** Something may have changed. */
  touch(): void;
  /** Begins to work; touches before only are remembered. */
  start(): void;
  close(): void;
};

export type RefresherOptions = {
  /** At most once in this time. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** After a fault the work is tried again, but not at the pace of the events. */
const PAUSE_AFTER_FAULT_MS = 1000;

/** Makes a refresher that has not started. */
export function createRefresher({ everyMs, work, onError }: RefresherOptions): Refresher {
  let state: 'waiting' | 'idle' | 'planned' | 'working' | 'closed' = 'waiting';
  let isDirty = false;
  let notBeforeMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const plan = () => {
    if (state !== 'idle' || !isDirty) return;
    const delayMs = notBeforeMs - performance.now();
    if (delayMs <= 0) {
      void run();
      return;
    }
    state = 'planned';
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
    plan();
  };

  return {
    touch() {
      isDirty = true;
      plan();
    },
    start() {
      if (state === 'waiting') state = 'idle';
      plan();
    },
    close() {
      state = 'closed';
      clearTimeout(timer);
    },
  };
}
