/**
 * Whether the app is shut behind its lock. All that the start knows of it; what decides is in `src/domain/app-lock`,
 * which is loaded where a lock is kept on the device.
 */
import { readText, removeKey } from '../storage/localStore.ts';
import { createListeners } from '../store/listeners.ts';

/** Where the lock is kept. */
export const LOCK_KEY = 'app-lock';

let isShut = false;
const { subscribe, tell } = createListeners();

/** Shuts the app or opens it. */
export function setGate(shut: boolean): void {
  isShut = shut;
  tell();
}

/** At the start: shut where a lock is kept, until that is asked for. */
export const shutIfLocked = () => setGate(readText(LOCK_KEY) !== undefined);

/** Forgets the lock and opens the app: the session that it guards is over, or the user wants it no more. */
export function dropLock(): void {
  removeKey(LOCK_KEY);
  setGate(false);
}

export const isGateShut = () => isShut;

/** Calls back after each {@link setGate}, until the returned clean-up is called. */
export const onGate = subscribe;
