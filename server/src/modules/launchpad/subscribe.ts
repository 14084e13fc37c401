/** Subscribing, and giving that up: under the lock of the offer, by the exchange's clock at that instant. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import type { Decimal } from '@halyard/contract/money';
import { checkSubscription } from '@halyard/contract/launchpad/terms';
import type { UserCaller } from '../../calls/callHandler.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Transaction } from '../../db/database.ts';
import { bodyHash, checkAndRunOnce, runOnce } from '../../db/runOnce.ts';
import { lockOpenAmounts, requireRoom } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { holdEntry, releaseEntry, type HeldMoney } from './ledgerEntries.ts';
import { stateOf, type OfferingRecord } from './offeringRow.ts';
import { countIn, countOut, findOffering, lockOffering } from './offeringsRepository.ts';
import { publishSubscription } from './publishSubscription.ts';
import {
  closeSubscription,
  insertSubscription,
  lockSubscription,
  readSubscription,
} from './subscriptionsRepository.ts';

export type SubscribeDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'askReview'> & {
  /** Counts what is asked for without a request id. */
  readonly takeTurn: TakeTurn;
  readonly settings: Pick<ModuleDeps['settings'], 'unverifiedExposureMax'>;
};

type Request = RequestOf<typeof subscribe>;
type Whose = { readonly userId: UserId; readonly language: UserCaller['language'] };

/**
 * Subscribes, and answers the subscription when the request has an id (asked again, the first answer), else the
 * family's text. Throws `BusinessError` with the codes that the call documents, looked for in that order; nothing is
 * held then.
 */
export async function subscribeTo(
  deps: SubscribeDeps,
  whose: Whose,
  request: Request,
): Promise<AnswerOf<typeof subscribe>> {
  const { db, clock, events } = deps;
  const once = { call: subscribe, userId: whose.userId, requestId: request.clientRequestId, request, clock };
  let held: HeldMoney | undefined;
  const answer = await checkAndRunOnce(db, once, {
    check: async () => {
      requireOrder(
        request.offerId == null ? undefined : await findOffering(db, request.offerId),
        request,
        clock.nowMs(),
      );
      if (request.clientRequestId !== undefined) return;
      const waitMs = await deps.takeTurn(`${whose.userId} ${bodyHash(subscribe, request)}`);
      if (waitMs > 0) throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1000) });
    },
    run: async (tx) => {
      held = await write(tx, deps, whose, request);
      if (request.clientRequestId === undefined) return noticeOf(whose.language, 'SUBSCRIBED');
      return readSubscription(tx, whose, held.id);
    },
  });
  if (held !== undefined) publishSubscription(events, held, 'pending');
  return answer;
}

async function write(
  tx: Transaction,
  { clock, askReview, settings }: SubscribeDeps,
  { userId }: Whose,
  request: Request,
): Promise<HeldMoney> {
  const locked = request.offerId == null ? undefined : await lockOffering(tx, request.offerId);
  // Read again, when nothing is waited for any more: the end may have come until then.
  const nowMs = clock.nowMs();
  const { offer, amount } = requireOrder(locked, request, nowMs);
  const at = new Date(nowMs).toISOString();
  const { id: offerId, currencyId } = offer;
  const limit = { open: await lockOpenAmounts(tx, userId), max: settings.unverifiedExposureMax };
  await requireRoom(tx, limit, { currency: { id: currencyId, name: offer.terms.currency }, amount });
  const id = await insertSubscription(tx, { offerId, userId, amount, at, clientRequestId: request.clientRequestId });
  const held = { id, userId, currencyId, amount };
  await postEntries(tx, [holdEntry(held)]);
  await countIn(tx, { offerId, userId, amount, at });
  await askReview?.(tx, 'subscription', id);
  return held;
}

function requireOrder(
  offer: OfferingRecord | undefined,
  { amount, termsHash }: Request,
  nowMs: number,
): { readonly offer: OfferingRecord; readonly amount: Decimal } {
  if (offer === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  const { terms } = offer;
  if (stateOf(offer, nowMs) !== 'open') {
    throw new BusinessError('OFFER_NOT_OPEN', { start: spaced(terms.startAt), end: spaced(terms.endAt) });
  }
  const fault = checkSubscription(amount, terms);
  if (fault !== undefined) throw refusal(fault);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  if (termsHash !== undefined && termsHash !== offer.termsHash) throw new BusinessError('TERMS_CHANGED');
  return { offer, amount };
}

/** `2026-01-31 12:00:00`, as people read it. */
function spaced(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

/**
 * Gives a subscription up before the end of its offer. Throws `BusinessError`: SUBSCRIPTION_NOT_FOUND for one that is
 * missing or another's, SUBSCRIPTION_NOT_OPEN for one that has ended or whose offer has.
 */
export async function giveUp(
  { db, clock, events }: Pick<ModuleDeps, 'db' | 'clock' | 'events'>,
  whose: Whose,
  request: RequestOf<typeof cancelSubscription>,
): Promise<Subscription> {
  const { userId } = whose;
  const once = { call: cancelSubscription, userId, requestId: request.clientRequestId, request, clock };
  let released: HeldMoney | undefined;
  const answer = await runOnce(db, once, async (tx) => {
    const subscription = await lockSubscription(tx, { id: request.id, userId });
    if (subscription === undefined) throw new BusinessError('SUBSCRIPTION_NOT_FOUND');
    const { offer, status, id } = subscription;
    const nowMs = clock.nowMs();
    const stands = status === 'pending' || status === 'passed';
    if (!stands || stateOf(offer, nowMs) !== 'open') throw new BusinessError('SUBSCRIPTION_NOT_OPEN');
    const at = new Date(nowMs).toISOString();
    await postEntries(tx, [releaseEntry(subscription)]);
    await closeSubscription(tx, id, { status: 'cancelled', reason: null, at });
    await countOut(tx, { offerId: offer.id, userId, amount: subscription.amount, at });
    released = subscription;
    return readSubscription(tx, whose, id);
  });
  if (released !== undefined) publishSubscription(events, released, 'cancelled');
  return answer;
}
