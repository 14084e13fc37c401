/**
 * Number of calls under way, for the loading bar. Outside the store, because only the bar reads it and it changes with
 * every call.
 */
import { createListeners } from '../store/listeners.ts';

const { subscribe, notify } = createListeners();
let runningCount = 0;

/** Counts a call as under way until the returned function is called. */
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

/** Calls back at each change of {@link hasActivity}. */
export const subscribeActivity = subscribe;

function changeBy(step: 1 | -1): void {
  runningCount += step;
  notify();
}
