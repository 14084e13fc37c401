/** Authenticator apps: turned on by their first correct code, each further code valid once, and turned off. */
import { sql, type SQL } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { UserId } from '@halyard/contract/ids';
import type { NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { aboutTotp } from '../../secrets/encryptedColumns.ts';
import type { SecretBox } from '../../secrets/secretKeys.ts';
import { alertUser } from '../user/userMail.ts';
import { guessFactor, STEP_SECONDS, type Guesser, type GuessLog } from './guessing.ts';
import { noteFactorChange } from './holds.ts';
import { dropRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.ts';
import type { Spend } from './sessionStepUp.ts';
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
  const encrypted = secrets.encrypt(secret, aboutTotp(userId));
  const expiresAt = await db.transaction((tx) => insertPending(tx, userId, encrypted));
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
  const encrypted = await readSecret(db, user.id, 'pending');
  if (encrypted === undefined) throw new BusinessError('TOTP_NOT_STARTED');
  await guessFactor(deps, { userId: user.id, asker: user }, (near) =>
    isRight(deps, user.id, { encrypted, code, near }),
  );
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await confirmPending(tx, user.id, encrypted))) throw new BusinessError('TOTP_NOT_STARTED');
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
    const encrypted = await readSecret(deps.db, userId, 'on');
    found = encrypted === undefined ? undefined : stepOf(deps, userId, { encrypted, code, near });
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
type Code = { readonly encrypted: string; readonly code: string; readonly near: number };
/** The step of a code of a secret. */
type Step = { readonly encrypted: string; readonly step: number };

async function isRight(deps: TotpDeps, userId: UserId, code: Code): Promise<boolean> {
  const found = stepOf(deps, userId, code);
  return found !== undefined && takeStep(deps.db, userId, found);
}

function stepOf({ secrets }: TotpDeps, userId: UserId, { encrypted, code, near }: Code): Step | undefined {
  if (!isTotpForm(code)) return undefined;
  const step = stepOfCode(secrets.decrypt(encrypted, aboutTotp(userId)), code, near);
  return step === undefined ? undefined : { encrypted, step };
}

function nowOf(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}

// The table of authenticator apps. Times are the database's.

/** How long a secret is pending. */
const PENDING_MINUTES = 15;

const lifetime = sql`${PENDING_MINUTES}::int * interval '1 minute'`;

/** Stores a pending secret; resolves to its expiry, or undefined when an app is on already. */
async function insertPending(tx: Transaction, userId: UserId, encrypted: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ expires_at: string }>(
    tx,
    sql`insert into totp_factors (user_id, secret, started_at) values (${userId}, ${encrypted}, clock_timestamp())
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

function unusedClause(userId: UserId, { encrypted, step }: Step): SQL {
  return sql`user_id = ${userId} and secret = ${encrypted} and coalesce(last_step, -1) < ${step}`;
}

/** Turns a pending secret on; false when it is on already or was replaced. */
async function confirmPending(tx: Transaction, userId: UserId, encrypted: string): Promise<boolean> {
  const confirmed = await rowsOf(
    tx,
    sql`update totp_factors set confirmed_at = clock_timestamp()
      where user_id = ${userId} and secret = ${encrypted} and confirmed_at is null returning 1 as confirmed`,
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
