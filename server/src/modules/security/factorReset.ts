/**
 * What becomes of an account whose second factor is lost: who has the password and the address asks for it, an operator
 * reviews it, and some days later the factors go. The owner is told at each step, and calls off what was not his.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Caller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { addJob, type TransactionJob } from '../../jobs/job.ts';
import type { SecurityEventKind } from '../../events/messageFacts.ts';
import type { ModuleDeps } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import type { CodesService } from '../user/codesService.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';
import { noteFactorChange } from './factorChange.ts';
import * as repository from './factorResetRepository.ts';
import { checkOwnCode, spendOwnCode } from './ownCode.ts';
import { deletePasskeys, listPasskeys } from './passkeysRepository.ts';
import { APP_DETAILS, dropTotp } from './totp.ts';
import { readTotpSince } from './totpRepository.ts';

type ResetDeps = Pick<ModuleDeps, 'db' | 'clock' | 'askReview'> & {
  readonly codes: CodesService;
  readonly waitHours: number;
};

const KIND = 'factor_reset';
/** Where the exchange's clock is ahead of the database's. */
const LOOK_AGAIN_MS = 60_000;

/** Throws `BusinessError('SECOND_FACTOR_OFF')` where there is nothing to lose. */
export async function requireFactor(db: Database, userId: UserId): Promise<void> {
  const hasApp = (await readTotpSince(db, userId)) !== null;
  if (!hasApp && (await listPasskeys(db, userId)).length === 0) throw new BusinessError('SECOND_FACTOR_OFF');
}

/**
 * Writes the wish of who has proved that he knows the password. Throws `BusinessError`: SECOND_FACTOR_OFF,
 * CODE_REQUIRED, CODE_WRONG, FACTOR_RESET_PENDING.
 */
export async function requestReset(
  deps: ResetDeps,
  userId: UserId,
  { code, caller }: { readonly code: string | undefined; readonly caller: Caller },
): Promise<void> {
  const { db, clock, askReview, waitHours } = deps;
  await requireFactor(db, userId);
  const ownCode = await checkOwnCode(deps, { userId, asker: caller, code });
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await spendOwnCode(deps, tx, ownCode);
    const { ip, userAgent } = caller;
    const id = await repository.insertReset(tx, { userId, waitHours, ip, userAgent });
    if (id === undefined) throw new BusinessError('FACTOR_RESET_PENDING');
    await tell(tx, clock, { userId, kind: 'factor_reset_requested' });
    await askReview?.(tx, 'factor-reset', id);
  });
}

/**
 * Ends one that is under way, for who changed the password, which takes the factors: they are not lost, and whoever
 * asked knew the password before. The owner is told.
 */
export async function endReset(tx: Transaction, clock: Clock, userId: UserId): Promise<void> {
  if (await repository.cancelReset(tx, userId)) await tell(tx, clock, { userId, kind: 'factor_reset_cancelled' });
}

/** Calls it off, for whoever is logged in as the user. Throws `BusinessError('FACTOR_RESET_NONE')`. */
export async function cancelReset({ db, clock }: Pick<ResetDeps, 'db' | 'clock'>, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await repository.cancelReset(tx, userId))) throw new BusinessError('FACTOR_RESET_NONE');
    await tell(tx, clock, { userId, kind: 'factor_reset_cancelled' });
  });
}

/**
 * An operator, or the sandbox's autopilot, decides. Throws `ReviewError` for one that is missing or decided, and for a
 * rejection without a reason.
 */
export async function reviewReset(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const { db, clock, events } = deps;
  const reason = reasonOf(decision);
  await db.transaction(async (tx) => {
    const { id, userId } = requirePending(await repository.lockReset(tx, decision.id), `factor reset ${decision.id}`);
    if (decision.decision === 'approve') {
      const { waitMs, effective } = await repository.approveReset(tx, id);
      await addJob(tx, [{ kind: KIND, key: String(id), dueAtMs: clock.nowMs() + waitMs }], 'move');
      await tell(tx, clock, { userId, kind: 'factor_reset_approved', details: { effective } });
    } else {
      await repository.rejectReset(tx, id, reason);
      await tell(tx, clock, { userId, kind: 'factor_reset_rejected', details: { reason: reason ?? '' } });
    }
    await writeAudit(tx, reviewer, {
      action: `factors.${decision.decision}`,
      subject: `factor-reset:${id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
  events.publish({ type: 'events-written' });
}

/** Makes the kind that removes the factors when the wait is over, by the database's clock. */
export function createFactorResetJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: KIND,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { key: resetId }, publish) => {
      const reset = await repository.lockReset(tx, Number.parseInt(resetId, 10));
      if (reset?.status !== 'approved') return 'done';
      if (!reset.isDue) return { againInMs: LOOK_AGAIN_MS };
      const { id, userId } = reset;
      await lockUser(tx, userId);
      await repository.finishReset(tx, id);
      const names = await deletePasskeys(tx, userId);
      const removed = [...((await dropTotp(tx, userId)) ? [APP_DETAILS] : []), ...names.map((name) => ({ name }))];
      if (removed.length > 0) await noteFactorChange(tx, userId);
      for (const details of removed) await tell(tx, clock, { userId, kind: 'factor_removed', details });
      publish({ type: 'events-written' });
      return 'done';
    },
  };
}

type Told = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
};

function tell(tx: Transaction, clock: Clock, told: Told): Promise<void> {
  return alertUser(tx, { ...told, at: new Date(clock.nowMs()).toISOString() });
}
