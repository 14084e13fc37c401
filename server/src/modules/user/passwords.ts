/** Passwords: argon2id with OWASP's parameters, and the same work for accounts that do not exist. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { BusinessError } from '../../calls/callHandler.ts';

// OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum of waiting hashes for each core and queue: a few seconds of work, which is as long as callers wait. */
export const HASHES_WAITING_MAX = 128;

// A hash occupies a core and one of the few threads for file and DNS reads, so half of them stay free.
const THREADS = 4;
const AT_ONCE = Math.max(1, Math.floor(Math.min(availableParallelism(), THREADS) / 2));
const line = pLimit(AT_ONCE);
// At most as many hashes for strangers queue with the users as run at a time: under many logins a withdrawal still gets
// its turn soon.
const strangers = pLimit(AT_ONCE);

/** Queue of a caller: a logged-in user, or any caller. */
type Asker = 'user' | 'stranger';

let decoy: Promise<string> | undefined;

/** Hashes a password with a salt of its own. Throws `BusinessError('SERVICE_UNAVAILABLE')` when too many wait. */
export async function hashPassword(password: string, asker: Asker = 'stranger'): Promise<string> {
  return inLine(asker, () => hash(password, OPTIONS));
}

/**
 * Whether a password matches a hash. Without a hash the same work is done in vain, so that the time does not reveal
 * which accounts exist. Throws `BusinessError('SERVICE_UNAVAILABLE')` when too many wait.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  asker: Asker = 'stranger',
): Promise<boolean> {
  decoy ??= hash(randomBytes(16).toString('hex'), OPTIONS);
  const against = passwordHash ?? (await decoy);
  const isRight = await inLine(asker, () => verify(against, password));
  return isRight && passwordHash !== undefined;
}

function inLine<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  const { pendingCount } = asker === 'user' ? line : strangers;
  if (pendingCount >= HASHES_WAITING_MAX) throw new BusinessError('SERVICE_UNAVAILABLE');
  return asker === 'user' ? line(work) : strangers(() => line(work));
}
