/**
 * Refuses the calls of frozen accounts that modules declare, in one place, in front of every handler. The session
 * carries the freeze for calls that begin after it; withdrawals check again under the user's lock.
 */
import type { Call } from '@halyard/contract/call';
import type { CallHandler, UserCaller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { findFirstAnswer, type OnceRequest } from '../../db/runOnce.ts';
import type { FrozenCall } from '../../module.ts';

type GuardDeps = { readonly db: Database; readonly clock: Clock };
const always = () => true;

/** Wraps the handlers that need the guard. They then throw `BusinessError('ACCOUNT_FROZEN')`. */
export function guardFrozen(
  deps: GuardDeps,
  handlers: readonly CallHandler[],
  refused: readonly FrozenCall[],
): readonly CallHandler[] {
  return handlers.map((handler) => {
    const found = refused.find(({ call }) => call === handler.call);
    return found === undefined ? handler : guarded(deps, handler, found);
  });
}

function guarded({ db, clock }: GuardDeps, { call, handle }: CallHandler, { when: refuses = always }: FrozenCall): CallHandler {
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
