/** Authenticator apps: turned on by their first right code, each further code taken once, and turned off. */
import type { UserId } from '@halyard/contract/ids';
import type { NewRecoveryCodes, StartedTotp } from '@halyard/contract/security/factorCalls';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { aboutTotp } from '../../secrets/encryptedColumns.ts';
import type { SecretBox } from '../../secrets/secretBox.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { noteFactorChange } from './factorChange.ts';
import { guessFactor, type Guesser } from './factorGuesses.ts';
import type { GuessLog } from './refusedGuess.ts';
import { countOtherSessions } from './otherSessions.ts';
import { ownAddressOf } from './ownCode.ts';
import { dropRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.ts';
import { isTotpForm, newTotpSecret, stepOfCode, totpUri } from './totpCodes.ts';
import * as repository from './totpRepository.ts';

export type TotpDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly log?: GuessLog;
};

/** What messages tell of an authenticator app, which has no name of its own: its kind. */
export const APP_DETAILS = { factor: 'totp' };

/** Makes a secret that waits for its first right code. Throws `BusinessError('SECOND_FACTOR_ON')`. */
export async function startTotp({ db, secrets }: TotpDeps, userId: UserId): Promise<StartedTotp> {
  const { address } = await ownAddressOf(db, userId);
  const secret = newTotpSecret();
  const sealed = secrets.encrypt(secret, aboutTotp(userId));
  const expiresAt = await db.transaction((tx) => repository.insertPending(tx, userId, sealed));
  if (expiresAt === undefined) throw new BusinessError('SECOND_FACTOR_ON');
  return { secret, uri: totpUri(secret, address), expiresAt };
}

/**
 * Turns it on; answers its recovery codes. Throws `BusinessError`: CODE_REQUIRED, TOTP_NOT_STARTED,
 * SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT.
 */
export async function confirmTotp(deps: TotpDeps, user: SessionUser, code = ''): Promise<NewRecoveryCodes> {
  const { db, clock } = deps;
  if (code.trim() === '') throw new BusinessError('CODE_REQUIRED');
  const sealed = await repository.readSecret(db, user.id, 'pending');
  if (sealed === undefined) throw new BusinessError('TOTP_NOT_STARTED');
  await guessFactor(deps, { userId: user.id, asker: user }, (step) => isRight(deps, user.id, { sealed, code, step }));
  return db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await repository.confirmPending(tx, user.id, sealed))) throw new BusinessError('TOTP_NOT_STARTED');
    const recoveryCodes = await replaceRecoveryCodes(tx, user.id);
    await noteFactorChange(tx, user.id, user.sessionId);
    await alertUser(tx, { userId: user.id, kind: 'factor_added', details: APP_DETAILS, at: nowOf(clock) });
    return { recoveryCodes: [...recoveryCodes], otherSessions: await countOtherSessions(tx, user, clock) };
  });
}

/** Takes a code of the app that is on, once. Throws `BusinessError` SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT. */
export async function checkTotp(deps: TotpDeps, guesser: Guesser, code: string): Promise<void> {
  const { userId } = guesser;
  await guessFactor(deps, guesser, async (step) => {
    const sealed = await repository.readSecret(deps.db, userId, 'on');
    return sealed !== undefined && isRight(deps, userId, { sealed, code, step });
  });
}

/** Turns it off, with its recovery codes. Throws `BusinessError('SECOND_FACTOR_OFF')`. */
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
    if ((await repository.readTotpSince(tx, user.id)) === null) throw new BusinessError('SECOND_FACTOR_OFF');
    const recoveryCodes = await replaceRecoveryCodes(tx, user.id);
    await noteFactorChange(tx, user.id, user.sessionId);
    await alertUser(tx, { userId: user.id, kind: 'recovery_codes_renewed', at: nowOf(clock) });
    return { recoveryCodes: [...recoveryCodes], otherSessions: await countOtherSessions(tx, user, clock) };
  });
}

/** Deletes the app and its recovery codes; whether it was on. */
export async function dropTotp(tx: Transaction, userId: UserId): Promise<boolean> {
  await dropRecoveryCodes(tx, userId);
  return repository.deleteTotp(tx, userId);
}

type Code = { readonly sealed: string; readonly code: string; readonly step: number };

async function isRight({ db, secrets }: TotpDeps, userId: UserId, { sealed, code, step }: Code): Promise<boolean> {
  if (!isTotpForm(code)) return false;
  const found = stepOfCode(secrets.decrypt(sealed, aboutTotp(userId)), code, step);
  return found !== undefined && repository.takeStep(db, userId, { sealed, step: found });
}

function nowOf(clock: Clock): string {
  return new Date(clock.nowMs()).toISOString();
}
