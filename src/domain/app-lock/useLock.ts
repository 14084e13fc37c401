import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { LOCK_KEY, onGate } from '../../shared/app-lock/lockGate.ts';
import { readText } from '../../shared/storage/localStore.ts';
import { onLockChange, onLockChangeElsewhere, readLock, changeLock, type LockRecord } from './lockRecord.ts';
import { isPinOf } from './pin.ts';

/** The persisted lock, live; `undefined` when there is none. */
export function useLock(): LockRecord | undefined {
  const text = useSyncExternalStore(subscribe, () => readText(LOCK_KEY));
  return useMemo(() => (text === undefined ? undefined : readLock()), [text]);
}

/** Seconds until the next PIN try, counted down while a component uses it. */
export function useLockWait(): number {
  useEffect(countWaitDown, []);
  return Math.ceil((useLock()?.waitLeftMs ?? 0) / 1000);
}

function subscribe(listener: () => void): () => void {
  const stops = [onLockChange(listener), onLockChangeElsewhere(listener), onGate(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

// PIN attempts. An attempt is counted before it is checked, so that closing the page does not undo it. After five wrong
// tries each further one waits longer; the tenth ends the session on this device. The wait runs only while the lock
// screen is visible; the device's clock does not matter.

export const TRIES_MAX = 10;
/** Seconds to wait after the fifth wrong try and each one after it. */
const WAITS_SECONDS = [30, 60, 120, 300, 600] as const;
const FIRST_WAIT_AFTER = TRIES_MAX - WAITS_SECONDS.length;

type Outcome = 'right' | 'wrong' | 'waiting' | 'ended';

/** Checks a PIN. After `ended` the caller must end the session. */
export async function tryPin(pin: string): Promise<Outcome> {
  const lock = readLock();
  if (lock === undefined) return 'right';
  if (lock.waitLeftMs > 0) return 'waiting';
  const tries = lock.tries + 1;
  const waitLeftMs = (WAITS_SECONDS[tries - FIRST_WAIT_AFTER] ?? 0) * 1000;
  changeLock({ tries, waitLeftMs, countedAtMs: Date.now() });
  if (await isPinOf(lock, pin)) {
    changeLock({ tries: 0, waitLeftMs: 0 });
    return 'right';
  }
  return tries >= TRIES_MAX ? 'ended' : 'wrong';
}

/** Counts the wait down while the page is visible. Returns the clean-up. */
function countWaitDown(): () => void {
  let pageMs = performance.now();
  const count = () => {
    const passedMs = performance.now() - pageMs;
    pageMs = performance.now();
    const lock = readLock();
    if (lock === undefined || lock.waitLeftMs === 0 || document.visibilityState === 'hidden') return;
    // Each tab counts only time that no other tab has counted; setting the clock forward gains nothing.
    const countedMs = Math.max(0, Math.min(passedMs, Date.now() - lock.countedAtMs));
    changeLock({ waitLeftMs: Math.max(0, lock.waitLeftMs - countedMs), countedAtMs: Date.now() });
  };
  const timer = setInterval(count, 1000);
  return () => clearInterval(timer);
}
