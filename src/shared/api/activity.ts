/**
 * How many calls are under way, for the loading bar. Outside the store: nothing but the bar reads it, and it changes
 * with every call.
 */

const listeners = new Set<() => void>();
let runningCount = 0;

/** Counts a call as under way until the function it gives back is called. */
export function beginActivity(): () => void {
  changeBy(1);
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    changeBy(-1);
  };
}

/** Whether any call is under way. */
export function hasActivity(): boolean {
  return runningCount > 0;
}

/** Tells a listener of each change; gives back its clean-up. */
export function subscribeActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function changeBy(step: 1 | -1): void {
  runningCount += step;
  for (const listener of listeners) listener();
}
