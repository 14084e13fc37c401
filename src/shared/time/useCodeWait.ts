/** The wait before another code may be asked for; it outlives a reload. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { readJson, writeJson } from '../storage/localStore.ts';
import { useEachSecond } from './useEachSecond.ts';

/** How long one waits after a code was sent (`wire-facts` 2.2). */
export const CODE_WAIT_MS = 60_000;

const stored = z.object({ untilMs: z.number() });

/**
 * `secondsLeft` counts down to 0; `wait` begins a wait. Codes for different things are waited for apart, each under a
 * `key` of its own.
 */
export function useCodeWait(key: string) {
  const [untilMs, setUntilMs] = useState(() => readUntilMs(key));
  const secondsLeft = useEachSecond((nowMs) => Math.max(0, Math.ceil((untilMs - nowMs) / 1000)));
  function wait(ms: number): void {
    const next = Date.now() + ms;
    writeJson(key, { untilMs: next });
    setUntilMs(next);
  }
  return { secondsLeft, wait } as const;
}

/** Ends a wait: who has used a code up may ask for the next one. */
export function endCodeWait(key: string): void {
  writeJson(key, { untilMs: 0 });
}

// A wait longer than any we set comes from a clock that was changed since.
function readUntilMs(key: string): number {
  const { data } = z.safeParse(stored, readJson(key));
  return data !== undefined && data.untilMs - Date.now() <= CODE_WAIT_MS ? data.untilMs : 0;
}
