import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { LOCK_KEY, onGate } from '../../shared/app-lock/lockGate.ts';
import { readText } from '../../shared/storage/localStore.ts';
import { onLockChange, onLockChangeElsewhere, readLock, type LockRecord } from './lockRecord.ts';
import { countWaitDown } from './unlock.ts';

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
