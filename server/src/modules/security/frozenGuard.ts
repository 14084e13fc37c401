/**
 * The one place that refuses a frozen account what it may not do: in front of every handler, so that no product forgets
 * it. Whoever calls after the freeze is known to be frozen by his session; the withdrawal looks again under the user's
 * lock.
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
 * What opens or enlarges something, takes money out, or says where it could go: the hold of a new address would pass
 * while nothing may leave anyway, and be over when the freeze is lifted. Selling coins, closing, cancelling, redeeming,
 * stops, added margin and transfers between the user's own accounts go on.
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

/** Puts the guard in front of the handlers that need it. They throw `BusinessError('ACCOUNT_FROZEN')` then. */
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
      // What was done before the freeze is not done again, only answered: a refusal would say that it was not done.
      const first = await findFirstAnswer(db, onceOf(call, { user, request, clock }));
      if (first === undefined) throw new BusinessError('ACCOUNT_FROZEN');
      return handle(request, caller);
    },
  };
}

type Asked = Pick<UserCaller, 'user'> & Pick<GuardDeps, 'clock'> & { readonly request: object };

/** What the handlers leave out of that by which they recognise a request. */
const SECRETS: ReadonlySet<string> = new Set(['fundPassword', 'loginPassword', 'code', 'totp']);

function onceOf(call: Call, { user, request, clock }: Asked): OnceRequest<Call> {
  // Requests are recognised without their passwords.
  const plain = Object.fromEntries(Object.entries(request).filter(([name]) => !SECRETS.has(name)));
  const requestId = plain['clientRequestId'] as string | undefined;
  return { call, userId: user.id, requestId, request: plain, clock };
}
