/** Waiting that can be broken off. */
import { setTimeout as pause } from 'node:timers/promises';

/** Waits; answers whether the time passed, and not an abort. */
export async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
