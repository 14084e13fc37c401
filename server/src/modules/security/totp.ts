/** Authenticator apps: turned on by their first correct code, each further code valid once, and turned off. */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { base32 } from '@scure/base';
import type { UserId } from '@halyard/contract/ids';
import type { NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import { networkOf } from '../../calls/networks.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { aboutTotp } from '../../secrets/encryptedColumns.ts';
import type { SecretBox } from '../../secrets/secretKeys.ts';
import { matchKnownDevice } from '../user/knownDevice.ts';
import { alertUser } from '../user/userMail.ts';
import { countedFailures, freeAfter, logRefusedGuess, type GuessLog } from './guessing.ts';
import { noteFactorChange } from './holds.ts';
import type { Spend, StepUpAsker } from './sessionStepUp.ts';
import { ownAddressOf } from './stepUp.ts';

export type TotpDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly log?: GuessLog;
};

/** Message details of an authenticator app, which has no name: its kind. */
export const APP_DETAILS = { factor: 'totp' };

/** Makes a secret that is pending until its first correct code. Throws `BusinessError('SECOND_FACTOR_ON')`. */
export async function startTotp({ db, secrets }: TotpDeps, userId: UserId): Promise<StartedTotp> {
  const { address } = await ownAddressOf(db, userId);
  const secret = newTotpSecret();
  const sealed = secrets.encrypt(secret, aboutTotp(userId));
  const expiresAt = await db.transaction((tx) => insertPending(tx, userId, sealed));
  if (expiresAt === undefined) throw new BusinessError('SECOND_FACTOR_ON');
  return { secret, uri: totpUri(secret, address), expiresAt };
}

/**
 * Turns the app on; resolves to its recovery codes. Throws `BusinessError`: CODE_REQUIRED, TOTP_NOT_STARTED,
 * SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT.
 */
export async function confirmTotp(deps: TotpDeps, user: SessionUser, code = ''): Promise<NewRecoveryCodes> {
  const { db, clock } = deps;
  if (code.trim() === '') throw new BusinessError('CODE_REQUIRED');
  const sealed = await readSecret(db, user.id, 'pending');
  if (sealed === undefined) throw new BusinessError('TOTP_NOT_STARTED');
  await guessFactor(deps, { userId: user.id, asker: user }, (near) => isRight(deps, user.id, { sealed, code, near }));
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await confirmPending(tx, user.id, sealed))) throw new BusinessError('TOTP_NOT_STARTED');
    const recoveryCodes = await replaceRecoveryCodes(tx, user.id);
    await noteFactorChange(tx, user.id, user.sessionId);
    await alertUser(tx, { userId: user.id, kind: 'factor_added', details: APP_DETAILS, at: nowOf(clock) });
    return { recoveryCodes: [...recoveryCodes], otherSessions: await countOtherSessions(tx, user, clock) };
  });
}

/**
 * Accepts a code of the active app; the returned function uses it up, once. Both throw `BusinessError`
 * SECOND_FACTOR_WRONG, the check also SECOND_FACTOR_WAIT.
 */
export async function checkTotp(deps: TotpDeps, guesser: Guesser, code: string): Promise<Spend> {
  const { userId } = guesser;
  let found: Step | undefined;
  await guessFactor(deps, guesser, async (near) => {
    const sealed = await readSecret(deps.db, userId, 'on');
    found = sealed === undefined ? undefined : stepOf(deps, userId, { sealed, code, near });
    return found !== undefined && isStepUnused(deps.db, userId, found);
  });
  return async (tx) => {
    // The user before the app, as where the app is removed.
    await lockUser(tx, userId);
    if (found === undefined || !(await takeStep(tx, userId, found))) throw new BusinessError('SECOND_FACTOR_WRONG');
  };
}

/** Turns the app off, with its recovery codes. Throws `BusinessError('SECOND_FACTOR_OFF')`. */
export async function removeTotp(
  { db, clock }: Pick<TotpDeps, 'db' | 'clock'>,
  user: SessionUser,
): Promise<{ readonly otherSessions: number }> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await dropTotp(tx, user.id))) throw new BusinessError('SECOND_FACTOR_OFF');
    await noteFactorChange(tx, user.id, user.sessionId);
    await alertUser(tx, { userId: user.id, kind: 'factor_removed', details: APP_DETAILS, at: nowOf(clock) });
    return { otherSessions: await countOtherSessions(tx, user, clock) };
  });
}

/** Makes new recovery codes. Throws `BusinessError('SECOND_FACTOR_OFF')`. */
export async function renewRecoveryCodes(
  { db, clock }: Pick<TotpDeps, 'db' | 'clock'>,
  user: SessionUser,
): Promise<NewRecoveryCodes> {
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if ((await readTotpSince(tx, user.id)) === null) throw new BusinessError('SECOND_FACTOR_OFF');
    const recoveryCodes = await replaceRecoveryCodes(tx, user.id);
    await noteFactorChange(tx, user.id, user.sessionId);
    await alertUser(tx, { userId: user.id, kind: 'recovery_codes_renewed', at: nowOf(clock) });
    return { recoveryCodes: [...recoveryCodes], otherSessions: await countOtherSessions(tx, user, clock) };
  });
}

/** Deletes the app and its recovery codes; resolves to whether it was on. */
export async function dropTotp(tx: Transaction, userId: UserId): Promise<boolean> {
  await dropRecoveryCodes(tx, userId);
  return deleteTotp(tx, userId);
}

/** A code, and the step near which it was typed. */
type Code = { readonly sealed: string; readonly code: string; readonly near: number };
/** The step of a code of a secret. */
type Step = { readonly sealed: string; readonly step: number };

async function isRight(deps: TotpDeps, userId: UserId, code: Code): Promise<boolean> {
  const found = stepOf(deps, userId, code);
  return found !== undefined && takeStep(deps.db, userId, found);
}

function stepOf({ secrets }: TotpDeps, userId: UserId, { sealed, code, near }: Code): Step | undefined {
  if (!isTotpForm(code)) return undefined;
  const step = stepOfCode(secrets.decrypt(sealed, aboutTotp(userId)), code, near);
  return step === undefined ? undefined : { sealed, step };
}

function nowOf(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}

// Recovery codes: ten of 80 random bits, shown once, stored as hashes, each valid once in place of an app.

/** Number of codes in a set. */
const RECOVERY_CODES = 10;

const CODE_BYTES = 10;
const GROUP = /.{4}(?=.)/g;
// Digits that base32 does not have, as the letters they are misread from.
const MISREAD: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Replaces all codes with ten new ones; resolves to them, as `ABCD-EFGH-IJKL-MNOP`. */
async function replaceRecoveryCodes(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32.encode(randomBytes(CODE_BYTES)));
  await dropRecoveryCodes(tx, userId);
  const rows = codes.map((code) => sql`(${userId}, ${hashOf(userId, code)})`);
  await tx.execute(sql`insert into recovery_codes (user_id, code_hash) values ${sql.join(rows, sql`, `)}`);
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Deletes all codes of a user. */
async function dropRecoveryCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** Number of unused codes. */
export async function countRecoveryCodes(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return row?.count ?? 0;
}

/** Uses a code up; false when it is wrong or used. Case, blanks and dashes are ignored. */
export async function useRecoveryCode(tx: Transaction, userId: UserId, text: string): Promise<boolean> {
  const code = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[018]/g, (digit) => MISREAD[digit] ?? digit);
  const used = await rowsOf(
    tx,
    sql`update recovery_codes set used_at = clock_timestamp()
      where user_id = ${userId} and code_hash = ${hashOf(userId, code)} and used_at is null returning 1 as used`,
  );
  return used.length > 0;
}

/** Eighty random bits need no slow hash; the user id as salt separates the users' hashes. */
function hashOf(userId: UserId, code: string): string {
  return createHash('sha256').update(`recovery ${userId} ${code}`).digest('hex');
}

// The table of authenticator apps. Times are the database's.

/** How long a secret is pending. */
const PENDING_MINUTES = 15;

const lifetime = sql`${PENDING_MINUTES}::int * interval '1 minute'`;

/** Stores a pending secret; resolves to its expiry, or undefined when an app is on already. */
async function insertPending(tx: Transaction, userId: UserId, sealed: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ expires_at: string }>(
    tx,
    sql`insert into totp_factors (user_id, secret, started_at) values (${userId}, ${sealed}, clock_timestamp())
      on conflict (user_id) do update
        set secret = excluded.secret, started_at = excluded.started_at, last_step = null
        where totp_factors.confirmed_at is null
      returning ${isoText(sql`(totp_factors.started_at + ${lifetime})`)} as expires_at`,
  );
  return row?.expires_at;
}

/** The encrypted secret of a user: pending and not expired, or on. */
export async function readSecret(reader: Reader, userId: UserId, state: 'pending' | 'on'): Promise<string | undefined> {
  const condition =
    state === 'on'
      ? sql`confirmed_at is not null`
      : sql`confirmed_at is null and started_at > clock_timestamp() - ${lifetime}`;
  const [row] = await rowsOf<{ secret: string }>(
    reader,
    sql`select secret from totp_factors where user_id = ${userId} and ${condition}`,
  );
  return row?.secret;
}

/** Accepts the code of a step, once: compared and written in one statement, so that two nodes never both accept it. */
async function takeStep(reader: Reader, userId: UserId, step: Step): Promise<boolean> {
  const taken = await rowsOf(
    reader,
    sql`update totp_factors set last_step = ${step.step} where ${unusedClause(userId, step)} returning 1 as taken`,
  );
  return taken.length > 0;
}

async function isStepUnused(reader: Reader, userId: UserId, step: Step): Promise<boolean> {
  const unused = await rowsOf(reader, sql`select 1 as unused from totp_factors where ${unusedClause(userId, step)}`);
  return unused.length > 0;
}

function unusedClause(userId: UserId, { sealed, step }: Step): SQL {
  return sql`user_id = ${userId} and secret = ${sealed} and coalesce(last_step, -1) < ${step}`;
}

/** Turns a pending secret on; false when it is on already or was replaced. */
async function confirmPending(tx: Transaction, userId: UserId, sealed: string): Promise<boolean> {
  const confirmed = await rowsOf(
    tx,
    sql`update totp_factors set confirmed_at = clock_timestamp()
      where user_id = ${userId} and secret = ${sealed} and confirmed_at is null returning 1 as confirmed`,
  );
  return confirmed.length > 0;
}

/** When the app was turned on; null when it is off. */
export async function readTotpSince(reader: Reader, userId: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ since: string | null }>(
    reader,
    sql`select ${isoText(sql`confirmed_at`)} as since from totp_factors where user_id = ${userId}`,
  );
  return row?.since ?? null;
}

/** Removes the app; resolves to whether it was on. */
async function deleteTotp(tx: Transaction, userId: UserId): Promise<boolean> {
  const rows = await rowsOf<{ was_on: boolean }>(
    tx,
    sql`delete from totp_factors where user_id = ${userId} returning confirmed_at is not null as was_on`,
  );
  return rows[0]?.was_on ?? false;
}

// Other sessions of a user, who may want to end them after a change of factors.

/** Number of other open sessions. */
async function countOtherSessions(reader: Reader, { id, sessionId }: SessionUser, clock: Clock): Promise<number> {
  const now = new Date(clock.nowMs()).toISOString();
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from sessions where user_id = ${id} and id <> ${sessionId}
      and revoked_at is null and expires_at > ${now}`,
  );
  return row?.count ?? 0;
}

// Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which every app supports.

export const STEP_SECONDS = 30;

const SECRET_BYTES = 20;
const DIGITS = 6;
/** Tolerated clock error of a phone, in steps. */
const WINDOW = 1;

const ISSUER = 'Halyard';

/** A new secret, 160 bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Content of the QR code: `otpauth://totp/...`. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** Whether a text has the form of a code: apps show it in two groups, and people type it so. */
export function isTotpForm(text: string): boolean {
  return /^\d{6}$/.test(compact(text));
}

/** The step of a code near `step`; undefined when it matches none. */
export function stepOfCode(secret: string, text: string, step: number): number | undefined {
  const timestamp = step * STEP_SECONDS * 1000;
  const delta = totpOf(secret, '').validate({ token: compact(text), timestamp, window: WINDOW });
  return delta === null ? undefined : step + delta;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS, secret });
}

// Slows down guessing of second factors. Each try is counted before it is checked, in one statement and by the
// database's clock, so parallel tries on several nodes get no more than the free ones. Tries are counted by session,
// known device or known network; unknown callers share one count. So a thief with the password cannot make the owner
// wait.

/** Wrong tries in a row without a wait. */
const FACTOR_TRIES = 5;

/** The caller who tries, and the account. */
export type Guesser = { readonly userId: UserId; readonly asker: StepUpAsker };

/** Key of a counter. */
type Count = { readonly userId: UserId; readonly place: string };

type Attempt = {
  /** Time of the next permitted try if this one is wrong. */
  readonly freeAt: string | null;
  /** TOTP step by the database's clock: 30-second units since 1970. */
  readonly step: number;
};

/**
 * Counts a try, then checks it; `check` resolves to whether it is right. Call it outside transactions: the count must
 * survive a rollback. Throws `BusinessError` SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
 */
export async function guessFactor(
  { db, log }: { readonly db: Database; readonly log?: GuessLog },
  { userId, asker }: Guesser,
  check: (step: number) => Promise<boolean>,
): Promise<void> {
  const count = { userId, place: await placeOf(db, userId, asker) };
  const taken = await takeAttempt(db, count);
  const refuse = () => logRefusedGuess(log, { event: 'second_factor_refused', account: `user ${userId}` });
  if (taken === undefined) {
    refuse();
    throw await waitError(db, count);
  }
  if (await isGuessRight(db, count, { taken, check })) {
    await db.execute(sql`delete from factor_tries where ${isOf(count)}`);
    return;
  }
  refuse();
  throw taken.freeAt === null ? new BusinessError('SECOND_FACTOR_WRONG') : await waitError(db, count);
}

async function placeOf(reader: Reader, userId: UserId, asker: StepUpAsker): Promise<string> {
  if ('sessionId' in asker) return `session ${asker.sessionId}`;
  const known = await matchKnownDevice(reader, userId, asker);
  if (known === 'device') return `device ${asker.device}`;
  return known === 'network' ? `network ${networkOf(asker.ip)}` : 'strangers';
}

const isOf = ({ userId, place }: Count) => sql`user_id = ${userId} and place = ${place}`;

async function takeAttempt(db: Database, { userId, place }: Count): Promise<Attempt | undefined> {
  const failures = countedFailures(sql`t.failures`);
  const [attempt] = await rowsOf<Attempt>(
    db,
    sql`insert into factor_tries as t (user_id, place, failures) values (${userId}, ${place}, 1)
      on conflict (user_id, place) do update set failures = ${failures},
        free_at = ${freeAfter(failures, FACTOR_TRIES, sql`clock_timestamp()`)}
        where t.free_at is null or t.free_at <= clock_timestamp()
      returning t.free_at::text as "freeAt",
        floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS}::int)::float8 as step`,
  );
  return attempt;
}

type Guess = { readonly taken: Attempt; readonly check: (step: number) => Promise<boolean> };

async function isGuessRight(db: Database, count: Count, { taken, check }: Guess): Promise<boolean> {
  try {
    return await check(taken.step);
  } catch (error) {
    // The check itself failed, so the try does not count as wrong.
    await db.execute(
      sql`update factor_tries set failures = greatest(failures - 1, 0),
          free_at = case when free_at is not distinct from ${taken.freeAt}::timestamptz then null else free_at end
        where ${isOf(count)}`,
    );
    throw error;
  }
}

async function waitError(db: Database, count: Count): Promise<BusinessError> {
  const [row] = await rowsOf<{ seconds: number | null }>(
    db,
    sql`select ceil(extract(epoch from free_at - clock_timestamp()))::int as seconds
      from factor_tries where ${isOf(count)}`,
  );
  return new BusinessError('SECOND_FACTOR_WAIT', { seconds: Math.max(row?.seconds ?? 1, 1) });
}
