/** Whether an answer of a passkey is right, and whose it is. */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { readSigned, verifySigned } from './passkeyAnswers.ts';
import { takeChallenge, type ChallengePurpose } from './passkeyChallenges.ts';
import { findPasskey, noteUse, type PasskeyRecord } from './passkeysRepository.ts';
import type { StepUpAsker } from './stepUpMethods.ts';

export type PasskeyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

type Asked = {
  readonly purpose: Exclude<ChallengePurpose, 'add'>;
  readonly asker: StepUpAsker;
  /** Whose it must be; anybody's where it says itself whose it is. */
  readonly userId?: UserId;
};

/**
 * Looks at an answer, which uses its challenge up whatever comes of it; answers whose passkey it is. Throws
 * `BusinessError('PASSKEY_REFUSED')` for all that is wrong. Call it before the transaction of what it guards.
 */
export async function checkPasskey(deps: PasskeyDeps, input: string, asked: Asked): Promise<UserId> {
  const { response, challenge } = readSigned(input);
  const taken = await takeChallenge(deps.db, challenge, asked);
  const passkey = await findPasskey(deps.db, response.id);
  if (taken === undefined || passkey === undefined) throw new BusinessError('PASSKEY_REFUSED');
  const { userHandle } = response.response;
  // Without a name of an account it is the passkey that says whose it is.
  const isHis = asked.userId === undefined ? userHandle === passkey.userHandle : asked.userId === passkey.userId;
  if (!isHis) throw new BusinessError('PASSKEY_REFUSED');
  const counter = await refuseFailed(deps, () => verifySigned(response, passkey, { challenge, origin: taken.origin }));
  await keepUse(deps, passkey, counter);
  return passkey.userId;
}

/** What the library finds wrong, as the one refusal that is answered; the log tells which. */
export async function refuseFailed<T>({ log }: Pick<PasskeyDeps, 'log'>, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ reason: String(error).slice(0, 300) }, 'a passkey was refused');
    throw new BusinessError('PASSKEY_REFUSED');
  }
}

async function keepUse(deps: PasskeyDeps, passkey: PasskeyRecord, counter: number): Promise<void> {
  const isTold = await deps.db.transaction(async (tx) => {
    await lockUser(tx, passkey.userId);
    const use = await noteUse(tx, passkey.id, counter);
    if (use === undefined) throw new BusinessError('PASSKEY_REFUSED');
    // Devices that do not count say 0 each time.
    if (counter > use.before || (counter === 0 && use.before === 0)) return false;
    await tellCounter(deps, tx, { passkey, counter, ...use });
    return true;
  });
  if (isTold) deps.events.publish({ type: 'events-written' });
}

type Counted = {
  readonly passkey: PasskeyRecord;
  readonly counter: number;
  readonly before: number;
  readonly name: string;
};

/** A device counts what it signs: one that counts backwards may be a copy. */
async function tellCounter({ clock, log }: PasskeyDeps, tx: Transaction, { passkey, counter, before, name }: Counted) {
  const { id, userId } = passkey;
  log.warn({ passkeyId: id, userId, counter, before }, 'a passkey counted backwards');
  const at = new Date(clock.nowMs()).toISOString();
  await alertUser(tx, { userId, kind: 'passkey_counter_back', details: { name }, at });
}
