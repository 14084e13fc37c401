import * as z from 'zod/mini';
import { LOCK_KEY } from '../../shared/app-lock/lockGate.ts';
import { readJson, readText, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

/** Minutes in the background after which the app locks. */
export const LOCK_MINUTES = [1, 5, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

const count = z.number().check(z.nonnegative());

const schema = z.object({
  /** PBKDF2 hash of the PIN and its salt (base64). */
  hash: z.string(),
  salt: z.string(),
  rounds: count,
  afterMinutes: z.literal(LOCK_MINUTES),
  /** The device passkey that also unlocks (base64url). */
  passkeyId: z.optional(z.string()),
  isLocked: z.boolean(),
  /** When the app was last visible in any tab (Unix milliseconds, device clock). */
  seenAtMs: z.number(),
  /** Wrong tries since the last right one. */
  tries: count,
  /** Remaining wait after a wrong try, and when it was last counted (Unix milliseconds). */
  waitLeftMs: count,
  countedAtMs: z.number(),
});

export type LockRecord = z.infer<typeof schema>;

/** An unreadable record accepts no PIN: tampering does not unlock, and the user can still log out. */
const BROKEN: LockRecord = {
  hash: '',
  salt: '',
  rounds: 0,
  afterMinutes: 1,
  isLocked: true,
  seenAtMs: 0,
  tries: 0,
  waitLeftMs: 0,
  countedAtMs: 0,
};

const { subscribe, notify } = createListeners();

/** The persisted lock, the same for all tabs; `undefined` when there is none. */
export function readLock(): LockRecord | undefined {
  if (readText(LOCK_KEY) === undefined) return undefined;
  const found = schema.safeParse(readJson(LOCK_KEY));
  return found.success ? found.data : BROKEN;
}

/** Persists the lock. Returns false when storage is full or forbidden. */
export function writeLock(lock: LockRecord): boolean {
  const isPersisted = writeJson(LOCK_KEY, lock);
  notify();
  return isPersisted;
}

/** Changes some fields of the persisted lock; other tabs' changes to the rest are preserved. */
export function changeLock(changes: Partial<LockRecord>): void {
  const lock = readLock();
  if (lock !== undefined && lock !== BROKEN) writeLock({ ...lock, ...changes });
}

/** Calls back after each change in this tab. Returns the unsubscribe function. */
export const onLockChange = subscribe;

/** Calls back after each change in another tab. Returns the unsubscribe function. */
export function onLockChangeElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === LOCK_KEY || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
