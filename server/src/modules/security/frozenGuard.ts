/**
 * Refuses the calls of frozen accounts that modules declare, in one place, in front of every handler. The session
 * carries the freeze for calls that begin after it; withdrawals check again under the user's lock.
 */
import { BusinessError, type CallHandler, type UserCaller } from '../../calls/callHandler.ts';
import { refuseUnlessRepeated, type RepeatDeps } from '../../calls/repeated.ts';
import type { FrozenCall } from '../../module.ts';

const always = () => true;

/** Wraps the handlers that need the guard. They then throw `BusinessError('ACCOUNT_FROZEN')`. */
export function guardFrozen(
  deps: RepeatDeps,
  handlers: readonly CallHandler[],
  refused: readonly FrozenCall[],
): readonly CallHandler[] {
  return handlers.map((handler) => {
    const found = refused.find(({ call }) => call === handler.call);
    return found === undefined ? handler : guarded(deps, handler, found);
  });
}

function guarded(deps: RepeatDeps, { call, handle }: CallHandler, { when: refuses = always }: FrozenCall): CallHandler {
  return {
    call,
    handle: async (request, caller) => {
      const { user } = caller as UserCaller;
      if (user.isFrozen === true && refuses(request))
        await refuseUnlessRepeated(deps, { call, user, request }, new BusinessError('ACCOUNT_FROZEN'));
      return handle(request, caller);
    },
  };
}
