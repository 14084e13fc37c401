/** The lock as it is kept on the device, the same for all tabs. */
import * as z from 'zod/mini';
import { LOCK_KEY } from '../../shared/app-lock/lockGate.ts';
import { readJson, readText, writeJson } from '../../shared/storage/localStore.ts';
import { createListeners } from '../../shared/store/listeners.ts';

/** Minutes in the background after which the app locks. */
export const LOCK_MINUTES = [1, 5, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

const count = z.number().check(z.nonnegative());

const schema = z.object({
  /** What the PIN is compared with, and what it was mixed with (base64). */
  hash: z.string(),
  salt: z.string(),
  rounds: count,
  afterMinutes: z.literal(LOCK_MINUTES),
  /** The device's own key that opens it besides (base64url). */
  passkeyId: z.optional(z.string()),
  isLocked: z.boolean(),
  /** When the app was last in sight, in any tab (Unix milliseconds by the device's clock). */
  seenAtMs: z.number(),
  /** Wrong tries since the last right one. */
  tries: count,
  /** How much of the wait after a wrong try is left, and when that was last counted (Unix milliseconds). */
  waitLeftMs: count,
  countedAtMs: z.number(),
});

export type LockRecord = z.infer<typeof schema>;

/** What cannot be read opens to no PIN: whoever broke it is not let in, and the owner can still log out. */
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

/** The lock; `undefined` when none is kept. */
export function readLock(): LockRecord | undefined {
  if (readText(LOCK_KEY) === undefined) return undefined;
  const found = schema.safeParse(readJson(LOCK_KEY));
  return found.success ? found.data : BROKEN;
}

/** Keeps a lock. Gives back whether it is kept: not where storage is full or forbidden. */
export function writeLock(lock: LockRecord): boolean {
  const isPersisted = writeJson(LOCK_KEY, lock);
  notify();
  return isPersisted;
}

/** Changes the lock that is kept, whatever another tab changed of it before. */
export function changeLock(changes: Partial<LockRecord>): void {
  const lock = readLock();
  if (lock !== undefined && lock !== BROKEN) writeLock({ ...lock, ...changes });
}

/** Calls back after each change in this tab, until the returned clean-up is called. */
export const onLockChange = subscribe;

/** Calls back after each change in another tab, until the returned clean-up is called. */
export function onLockChangeElsewhere(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (key === LOCK_KEY || key === null) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
