/** The lock as components read it. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { LOCK_KEY, onGate } from '../../shared/app-lock/lockGate.ts';
import { readText } from '../../shared/storage/localStore.ts';
import { onLockChange, onLockChangeElsewhere, readLock, type LockRecord } from './lockRecord.ts';
import { countWaitDown } from './unlock.ts';

/** The lock that is kept, as it is now; `undefined` for none. */
export function useLock(): LockRecord | undefined {
  const text = useSyncExternalStore(subscribe, () => readText(LOCK_KEY));
  return useMemo(() => (text === undefined ? undefined : readLock()), [text]);
}

/** Seconds until a PIN may be tried again; it is counted down while a component asks for it. */
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
