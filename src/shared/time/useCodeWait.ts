/** Waiting time before another code may be requested; survives a reload. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { readJson, writeJson } from '../storage/localStore.ts';
import { useEachSecond } from './useEachSecond.ts';

/** Waiting time after a code was sent. */
export const CODE_WAIT_MS = 60_000;

const stored = z.object({ untilMs: z.number(), mark: z.optional(z.number()) });
type Wait = z.infer<typeof stored>;

const NO_WAIT: Wait = { untilMs: 0 };

/**
 * `secondsLeft` counts down to 0; `wait` begins a wait. Codes for different purposes have separate waits, each under
 * its own `key`; where codes go to more than one address, the last wait applies to the address it was begun for.
 */
export function useCodeWait(key: string, address?: string) {
  const [{ untilMs: lastMs, mark }, setWait] = useState(() => readWait(key));
  const untilMs = mark === markOf(address) ? lastMs : 0;
  const secondsLeft = useEachSecond((nowMs) => Math.max(0, Math.ceil((untilMs - nowMs) / 1000)));
  function wait(ms: number, of = address): void {
    const next = { untilMs: Date.now() + ms, mark: markOf(of) };
    writeJson(key, next);
    setWait(next);
  }
  return { secondsLeft, wait } as const;
}

/** Ends a wait: after using a code, a user may request the next one. */
export function endCodeWait(key: string): void {
  writeJson(key, NO_WAIT);
}

/** Short checksum, which separates an address from most others but does not identify it: millions share each one. */
function markOf(address: string | undefined): number | undefined {
  if (address === undefined) return undefined;
  let mark = 0;
  for (const letter of address) mark = (mark * 31 + (letter.codePointAt(0) ?? 0)) % MARKS;
  return mark;
}

const MARKS = 1009;

// A longer wait than any we set comes from a clock that was changed since.
function readWait(key: string): Wait {
  const { data } = z.safeParse(stored, readJson(key));
  return data !== undefined && data.untilMs - Date.now() <= CODE_WAIT_MS ? data : NO_WAIT;
}
