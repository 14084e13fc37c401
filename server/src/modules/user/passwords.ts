/** Passwords: argon2id with OWASP's parameters, and the same work for accounts that do not exist. */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { BusinessError } from '../../calls/errors.ts';

// OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes that wait for a core in each line: a few seconds of work, for who comes later would not wait that long. */
export const HASHES_WAITING_MAX = 128;

// A hash takes a core, and one of the few threads that files and names of hosts are read with: half stay with the rest
// of the exchange.
const THREADS = 4;
const AT_ONCE = Math.max(1, Math.floor(Math.min(availableParallelism(), THREADS) / 2));
const line = pLimit(AT_ONCE);
// Of strangers no more than are at work stand in the line of users: however many log in, a withdrawal is soon its turn.
const strangers = pLimit(AT_ONCE);

/** Who asks: a user who is logged in, or anybody. */
type Asker = 'user' | 'stranger';

let decoy: Promise<string> | undefined;

/** Hashes a password with a salt of its own. Throws `BusinessError('SERVICE_UNAVAILABLE')` when too many wait. */
export async function hashPassword(password: string, asker: Asker = 'stranger'): Promise<string> {
  return inLine(asker, () => hash(password, OPTIONS));
}

/**
 * Whether a password is the one that was hashed. Without a hash the same work is done in vain, so that time does not
 * tell which accounts exist. Throws `BusinessError('SERVICE_UNAVAILABLE')` when too many wait.
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
