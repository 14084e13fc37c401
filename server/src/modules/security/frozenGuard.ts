/**
 * Refuses calls of frozen accounts in one place, in front of every handler, so that no product forgets it. The session
 * carries the freeze for calls that begin after it; withdrawals check again under the user's lock.
 */
import type { Call } from '@halyard/contract/call';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { placeOrder, replaceOrder, type OrderRequest } from '@halyard/contract/spot/calls';
import { addWithdrawalAddress, withdraw } from '@halyard/contract/withdrawals/calls';
import type { CallHandler, UserCaller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { findRepeated, type RepeatDeps } from '../../calls/repeated.ts';
import type { Beginning } from '../../module.ts';

type Refuses = (request: never) => boolean;

const always: Refuses = () => true;

/**
 * Calls that, beside those that products declare (`Module.beginning`), open or enlarge something, pay money out, or add a target for it: the hold of a new address would pass
 * during the freeze and be over when it is lifted. Selling coins, closing, cancelling, redeeming, stops, added margin
 * and transfers between the user's own accounts stay allowed.
 */
const REFUSED: ReadonlyMap<Call, Refuses> = new Map<Call, Refuses>([
  [placeOrder, ({ side }: OrderRequest) => side === 'buy'],
  [replaceOrder, always],
  [withdraw, always],
  [addWithdrawalAddress, always],
  [saveBankCard, always],
]);

/** Wraps the handlers that need the guard. They then throw `BusinessError('ACCOUNT_FROZEN')`. */
export function guardFrozen(
  deps: RepeatDeps,
  beginning: readonly Beginning[],
  handlers: readonly CallHandler[],
): readonly CallHandler[] {
  const declared = new Set(beginning.flatMap(({ calls, isRefusedFrozen }) => (isRefusedFrozen === true ? calls : [])));
  return handlers.map((handler) => {
    const refuses = REFUSED.get(handler.call) ?? (declared.has(handler.call) ? always : undefined);
    return refuses === undefined ? handler : guarded(deps, handler, refuses);
  });
}

function guarded(deps: RepeatDeps, { call, handle }: CallHandler, refuses: Refuses): CallHandler {
  return {
    call,
    handle: async (request, caller) => {
      const { user } = caller as UserCaller;
      if (user.isFrozen !== true || !refuses(request)) return handle(request, caller);
      // A request that succeeded before the freeze gets its first answer again: a refusal would mean it failed.
      const first = await findRepeated(deps, call, { user, request });
      if (first === undefined) throw new BusinessError('ACCOUNT_FROZEN');
      return handle(request, caller);
    },
  };
}
