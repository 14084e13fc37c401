/**
 * While a session's token is being replaced, calls under the old token are refused, in other tabs too. That is not the
 * end of the session, so code that detects an end first waits until the new token is stored for all tabs.
 */
import { readJson, writeJson } from '../storage/localStore.ts';

const KEY = 'tokenRenewal';
const CHECK_EVERY_MS = 100;
/** Longer than a call takes. A tab that ended meanwhile does not block the others. */
const LASTS_MS = 20_000;

/** Start of this tab's renewal, also where there is no storage. */
let begunMs: number | undefined;

/** Marks the beginning of a renewal. */
export function beginRenewal(): void {
  begunMs = Date.now();
  writeJson(KEY, begunMs);
}

/** Marks its end: the new token is stored, or there is none. */
export function endRenewal(): void {
  begunMs = undefined;
  writeJson(KEY, null);
}

/** Waits while a token is being renewed, in this or another tab. */
export async function renewalSettled(): Promise<void> {
  if (!isUnderWay()) return;
  while (isUnderWay()) await nextCheck();
  // One more check interval, so that the listener for other tabs' changes has taken in the stored token.
  await nextCheck();
}

const nextCheck = () => new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));

function isUnderWay(): boolean {
  const sinceMs = begunMs ?? readJson(KEY);
  const ageMs = typeof sinceMs === 'number' ? Date.now() - sinceMs : LASTS_MS;
  return ageMs >= 0 && ageMs < LASTS_MS;
}
