/**
 * Whether the app is locked. The first screen loads only this; the lock itself is in `src/domain/app-lock`, loaded if a
 * lock is stored on the device.
 */
import { readText, removeKey } from '../storage/localStore.ts';
import { createListeners } from '../store/listeners.ts';

/** Storage key of the lock. */
export const LOCK_KEY = 'app-lock';

let isShut = false;
const { subscribe, notify } = createListeners();

/** Locks or unlocks the app. */
export function setGate(shut: boolean): void {
  isShut = shut;
  notify();
}

/** At the start and for the session of another tab: locked if a lock is stored, until the lock's code decides. */
export const shutIfLocked = () => setGate(readText(LOCK_KEY) !== undefined);

/** Removes the lock and unlocks the app: its session is over, or the user turned it off. */
export function dropLock(): void {
  removeKey(LOCK_KEY);
  setGate(false);
}

export const isGateShut = () => isShut;

/** Calls back after each {@link setGate}, until the returned clean-up is called. */
export const onGate = subscribe;
