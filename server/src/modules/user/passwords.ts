/** Passwords: argon2id with OWASP's parameters, and the same work for accounts that do not exist. */
import { randomBytes } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';

// OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** Hashes a password with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * Whether a password is the one that was hashed. Without a hash the same work is done in vain, so that time does not
 * tell which accounts exist.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return isRight && passwordHash !== undefined;
}
