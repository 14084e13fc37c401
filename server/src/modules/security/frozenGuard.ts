/**
 * Refuses calls of frozen accounts in one place, in front of every handler, so that no product forgets it. The session
 * carries the freeze for calls that begin after it; withdrawals check again under the user's lock.
 */
import type { Call } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { openPosition, reversePosition } from '@halyard/contract/futures/calls';
import { subscribe } from '@halyard/contract/launchpad/calls';
import { buyOption } from '@halyard/contract/options/calls';
import { placeOrder, replaceOrder, type OrderRequest } from '@halyard/contract/spot/calls';
import { buyTrust } from '@halyard/contract/trust/calls';
import { addWithdrawalAddress, withdraw } from '@halyard/contract/withdrawals/calls';
import type { CallHandler, UserCaller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { findFirstAnswer, type OnceRequest } from '../../db/runOnce.ts';

type GuardDeps = { readonly db: Database; readonly clock: Clock };
type Refuses = (request: never) => boolean;

const always: Refuses = () => true;

/**
 * Calls that open or enlarge something, pay money out, or add a target for it: the hold of a new address would pass
 * during the freeze and be over when it is lifted. Selling coins, closing, cancelling, redeeming, stops, added margin
 * and transfers between the user's own accounts stay allowed.
 */
const REFUSED: ReadonlyMap<Call, Refuses> = new Map<Call, Refuses>([
  [placeOrder, ({ side }: OrderRequest) => side === 'buy'],
  [replaceOrder, always],
  [buyOption, always],
  [openPosition, always],
  [reversePosition, always],
  [buyTrust, always],
  [subscribe, always],
  [withdraw, always],
  [addWithdrawalAddress, always],
  [saveBankCard, always],
]);

/** Wraps the handlers that need the guard. They then throw `BusinessError('ACCOUNT_FROZEN')`. */
export function guardFrozen(deps: GuardDeps, handlers: readonly CallHandler[]): readonly CallHandler[] {
  return handlers.map((handler) => {
    const refuses = REFUSED.get(handler.call);
    return refuses === undefined ? handler : guarded(deps, handler, refuses);
  });
}

function guarded({ db, clock }: GuardDeps, { call, handle }: CallHandler, refuses: Refuses): CallHandler {
  return {
    call,
    handle: async (request, caller) => {
      const { user } = caller as UserCaller;
      if (user.isFrozen !== true || !refuses(request)) return handle(request, caller);
      // A request that succeeded before the freeze gets its first answer again: a refusal would mean it failed.
      const first = await findFirstAnswer(db, onceOf(call, { user, request, clock }));
      if (first === undefined) throw new BusinessError('ACCOUNT_FROZEN');
      return handle(request, caller);
    },
  };
}

type GuardedRequest = Pick<UserCaller, 'user'> & Pick<GuardDeps, 'clock'> & { readonly request: object };

/** Fields that the handlers leave out of the request fingerprint. */
const SECRETS: ReadonlySet<string> = new Set(['fundPassword', 'loginPassword', 'code', 'totp']);

function onceOf(call: Call, { user, request, clock }: GuardedRequest): OnceRequest<Call> {
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !SECRETS.has(name)));
  const requestId = plain['clientRequestId'] as string | undefined;
  return { call, userId: user.id, requestId, request: plain, clock };
}
