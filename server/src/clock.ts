/** Time as a dependency, so that tests set it, and waiting that can be broken off. */
import { setTimeout as pause } from 'node:timers/promises';

export type Clock = {
  nowMs(): number;
  /** A test or a script sets this clock. It replaces the database's clock too. */
  readonly isSet?: true;
};

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** Waits; answers whether the time passed, and not an abort. */
export async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
