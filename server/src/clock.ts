/** Clock as a dependency, so that tests can set it, and an abortable wait. */
import { setTimeout as pause } from 'node:timers/promises';

export type Clock = {
  nowMs(): number;
  /** Set by a test or a script. It replaces the database's clock too. */
  readonly isSet?: true;
};

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** Waits; returns whether the time passed without an abort. */
export async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
