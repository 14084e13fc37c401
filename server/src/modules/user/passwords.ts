/** Passwords: argon2id with OWASP's parameters, and the same work for accounts that do not exist. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hash, verify, type Options } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { checkCodeForm, checkNewPassword } from '@halyard/contract/user/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import { SERVER } from '../../folders.ts';

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

// Checks of a new password at registration and after a forgotten one, before anything is looked up.

type NewPassword = { readonly code: string; readonly password: string; readonly passwordRepeat: string };

/** Throws `BusinessError` CODE_REQUIRED, CODE_WRONG or PASSWORD_*. */
export function refuseBadInput({ code, password, passwordRepeat }: NewPassword): void {
  const fault = checkCodeForm(code) ?? checkNewPassword(password, passwordRepeat);
  if (fault !== undefined) throw refusal(fault);
}

/**
 * Refuses an easily guessed password: a common one, or one made of the account's own addresses and the currency names
 * of the exchange. Throws `BusinessError` PASSWORD_COMMON. Not to be called inside a transaction.
 */
export async function refuseGuessed(
  catalogue: Pick<Catalogue, 'currencies'>,
  password: string,
  addresses: readonly (string | null)[],
): Promise<void> {
  const traded = (await catalogue.currencies()).map(({ name }) => name);
  const own = addresses.flatMap((address) => (address === null ? [] : partsOf(address)));
  if (isEasilyGuessed(password, [...traded, ...own])) throw new BusinessError('PASSWORD_COMMON');
}

/** Words of an address: of a mail address also the part before the `@`, of a phone number its digits. */
function partsOf(address: string): readonly string[] {
  const [name = ''] = address.split('@');
  return [address, name, address.replace('+', '')];
}

// Easily guessed passwords: the 100,000 most common ones of published breaches, and those built from words of this
// exchange or the account. `scripts/commonPasswords.mjs` makes the list and documents its source.

const PREFIX_BYTES = 8;
/** Shorter words are part of too many good passwords. */
const WORD_LENGTH_MIN = 3;
/** Longest rest of a password beside such words that is still easily guessed. */
const REST_LENGTH_MIN = 6;
const OWN_WORDS = ['halyard', 'bitcoin', 'ethereum', 'tether', 'crypto', 'exchange'];

let list: Buffer | undefined;

/** Whether a password is one of the most common, in any case. */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(join(SERVER, 'lists/common-passwords.bin'));
  const wanted = createHash('sha1').update(plain(password)).digest().subarray(0, PREFIX_BYTES);
  let low = 0;
  let high = list.length / PREFIX_BYTES - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const order = list.subarray(middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES).compare(wanted);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** Whether a password is one of the most common, or little more than such words; `words` are those of the account. */
export function isEasilyGuessed(password: string, words: readonly string[]): boolean {
  if (isCommonPassword(password)) return true;
  const known = [...OWN_WORDS, ...words].map(plain).filter((word) => Array.from(word).length >= WORD_LENGTH_MIN);
  // Longest first: BTCUSDT is removed completely, whichever of the three words it contains.
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const whole = plain(password);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && (Array.from(rest).length < REST_LENGTH_MIN || isCommonPassword(rest));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
