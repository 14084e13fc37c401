/** Subscribing and cancelling: under the lock of the offering, at that instant of the exchange's clock. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import type { Decimal } from '@halyard/contract/money';
import { checkSubscription } from '@halyard/contract/launchpad/terms';
import { BusinessError, refusal, type UserCaller } from '../../calls/callHandler.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Transaction } from '../../db/database.ts';
import { checkAndRunOnce, runOnce } from '../../db/runOnce.ts';
import { lockOpenAmounts, requireRoom } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { holdEntry, releaseEntry, type HeldMoney } from './ledgerEntries.ts';
import { stateOf, type OfferingRecord, countIn, countOut, findOffering, lockOffering } from './offeringsRepository.ts';
import { emitSubscription } from './subscriptionEvents.ts';
import {
  closeSubscription,
  insertSubscription,
  lockSubscription,
  readSubscription,
} from './subscriptionsRepository.ts';

export type SubscribeDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'askReview'> & {
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  readonly settings: Pick<ModuleDeps['settings'], 'unverifiedExposureMax'>;
};

type Request = RequestOf<typeof subscribe>;
type Owner = { readonly userId: UserId; readonly language: UserCaller['language'] };

/**
 * Subscribes; returns the subscription when the request has an id (repeated, the first answer), else the text for
 * legacy clients. Throws `BusinessError` with the codes that the call documents, checked in that order; nothing is held
 * then.
 */
export async function subscribeTo(
  deps: SubscribeDeps,
  owner: Owner,
  request: Request,
): Promise<AnswerOf<typeof subscribe>> {
  const { db, clock } = deps;
  const once = { call: subscribe, userId: owner.userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: async () => {
      requireOrder(
        request.offeringId == null ? undefined : await findOffering(db, request.offeringId),
        request,
        clock.nowMs(),
      );
      await limitWithoutId(deps.takeTurn, { call: subscribe, userId: owner.userId, request });
    },
    run: async (tx) => {
      const held = await write(tx, deps, owner, request);
      if (request.clientRequestId === undefined) return noticeOf(owner.language, 'SUBSCRIBED');
      return readSubscription(tx, owner, held.id);
    },
  });
}

async function write(
  tx: Transaction,
  { clock, askReview, settings }: SubscribeDeps,
  { userId }: Owner,
  request: Request,
): Promise<HeldMoney> {
  const locked = request.offeringId == null ? undefined : await lockOffering(tx, request.offeringId);
  // Read again under the lock: the end may have passed meanwhile.
  const nowMs = clock.nowMs();
  const { offering, amount } = requireOrder(locked, request, nowMs);
  const at = new Date(nowMs).toISOString();
  const { id: offeringId, currencyId } = offering;
  const limit = { open: await lockOpenAmounts(tx, userId, nowMs), max: settings.unverifiedExposureMax };
  await requireRoom(tx, limit, { currency: { id: currencyId, name: offering.terms.currency }, amount });
  const id = await insertSubscription(tx, { offeringId, userId, amount, at, clientRequestId: request.clientRequestId });
  const held = { id, userId, currencyId, amount };
  await postEntries(tx, [holdEntry(held)]);
  await countIn(tx, { offeringId, userId, amount, at });
  await askReview?.(tx, 'subscription', id);
  emitSubscription(tx, held, 'pending');
  return held;
}

function requireOrder(
  offering: OfferingRecord | undefined,
  { amount, termsHash }: Request,
  nowMs: number,
): { readonly offering: OfferingRecord; readonly amount: Decimal } {
  if (offering === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  const { terms } = offering;
  if (stateOf(offering, nowMs) !== 'open') {
    throw new BusinessError('OFFER_NOT_OPEN', { start: spaced(terms.startAt), end: spaced(terms.endAt) });
  }
  const fault = checkSubscription(amount, terms);
  if (fault !== undefined) throw refusal(fault);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  if (termsHash !== undefined && termsHash !== offering.termsHash) throw new BusinessError('TERMS_CHANGED');
  return { offering, amount };
}

/** `2026-01-31 12:00:00`, for display. */
function spaced(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

/**
 * Cancels a subscription before the end of its offering. Throws `BusinessError`: SUBSCRIPTION_NOT_FOUND when it is
 * missing or belongs to another user, SUBSCRIPTION_NOT_OPEN when it or its offering has ended.
 */
export async function cancel(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  owner: Owner,
  request: RequestOf<typeof cancelSubscription>,
): Promise<Subscription> {
  const { userId } = owner;
  const once = { call: cancelSubscription, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    const subscription = await lockSubscription(tx, { id: request.id, userId });
    if (subscription === undefined) throw new BusinessError('SUBSCRIPTION_NOT_FOUND');
    const { offering, status, id } = subscription;
    const nowMs = clock.nowMs();
    const isActive = status === 'pending' || status === 'passed';
    if (!isActive || stateOf(offering, nowMs) !== 'open') throw new BusinessError('SUBSCRIPTION_NOT_OPEN');
    const at = new Date(nowMs).toISOString();
    await postEntries(tx, [releaseEntry(subscription)]);
    await closeSubscription(tx, id, { status: 'cancelled', reason: null, at });
    await countOut(tx, { offeringId: offering.id, userId, amount: subscription.amount, at });
    emitSubscription(tx, subscription, 'cancelled');
    return readSubscription(tx, owner, id);
  });
}
