/**
 * While a session gets another token, calls under the old one are refused, also those of other tabs. That is no end of
 * the session, so whoever hears of an end waits until the new token is where all tabs find it.
 */
import { readJson, writeJson } from '../storage/localStore.ts';

const KEY = 'tokenRenewal';
const LOOK_EVERY_MS = 100;
/** Longer than a call takes. A tab that died meanwhile does not keep the others waiting. */
const LASTS_MS = 20_000;

/** Of this tab, also where there is no storage. */
let begunMs: number | undefined;

/** A new token is about to be asked for. */
export function beginRenewal(): void {
  begunMs = Date.now();
  writeJson(KEY, begunMs);
}

/** It is kept, or there is none. */
export function endRenewal(): void {
  begunMs = undefined;
  writeJson(KEY, null);
}

/** Waits while a token is being renewed, here or in another tab. */
export async function renewalSettled(): Promise<void> {
  if (!isUnderWay()) return;
  while (isUnderWay()) await nextLook();
  // That it is kept is seen at once, and told a little later: what follows other tabs must have heard of it.
  await nextLook();
}

const nextLook = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

function isUnderWay(): boolean {
  const sinceMs = begunMs ?? readJson(KEY);
  const ageMs = typeof sinceMs === 'number' ? Date.now() - sinceMs : LASTS_MS;
  return ageMs >= 0 && ageMs < LASTS_MS;
}
