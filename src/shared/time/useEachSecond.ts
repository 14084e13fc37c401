/** A clock for components: one timer for all of them. */
import { useSyncExternalStore } from 'react';

const STEP_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Value of `select`, evaluated every second; the component renders only when it changes. */
export function useEachSecond<T extends string | number | boolean>(select: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(Date.now()));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
