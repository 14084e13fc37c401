/**
 * Refuses calls, in front of every handler, while the exchange, all markets or their function is halted. The halt of
 * one market is found in the transaction of an order (`market_records`). Cancelling, closing, redeeming, transfers
 * between own accounts and reading are never refused, and withdrawals only while the function `withdrawals` itself is
 * halted.
 */
import type { Call } from '@halyard/contract/call';
import type { HaltFunction } from '@halyard/contract/halts/calls';
import { submitAdvancedIdentity, submitBasicIdentity } from '@halyard/contract/identity/calls';
import { BusinessError, type CallHandler, type UserCaller } from '../calls/callHandler.ts';
import { refuseUnlessRepeated, type RepeatDeps } from '../calls/repeated.ts';
import type { Beginning } from '../module.ts';
import type { Halts } from './halts.ts';

/** Calls that are halted with the whole exchange only. */
const OF_EXCHANGE: readonly Call[] = [submitBasicIdentity, submitAdvancedIdentity];

const OF_MARKETS: ReadonlySet<string | undefined> = new Set(['spot', 'convert', 'options', 'futures']);

/** Subjects whose halt refuses a call. */
function subjectsOf(ofCall: HaltFunction | undefined): ReadonlySet<string> {
  if (ofCall === 'withdrawals') return new Set(['withdrawals']);
  const subjects = ['exchange', ...(ofCall === undefined ? [] : [ofCall])];
  return new Set(OF_MARKETS.has(ofCall) ? [...subjects, 'markets'] : subjects);
}

/**
 * Wraps the handlers that begin something. While it is halted they throw `BusinessError`: HALTED, or
 * SERVICE_UNAVAILABLE when a newer database may have carried out the request.
 */
export function guardHalted(
  deps: RepeatDeps & { readonly halts: Halts },
  beginning: readonly Beginning[],
  handlers: readonly CallHandler[],
): readonly CallHandler[] {
  const ofCalls = new Map<Call, HaltFunction | undefined>([
    ...OF_EXCHANGE.map((call) => [call, undefined] as const),
    ...beginning.flatMap(({ calls, function: own }) => calls.map((call) => [call, own] as const)),
  ]);
  return handlers.map((handler) =>
    ofCalls.has(handler.call) ? guarded(deps, handler, subjectsOf(ofCalls.get(handler.call))) : handler,
  );
}

function guarded(
  { halts, ...deps }: RepeatDeps & { readonly halts: Halts },
  { call, handle }: CallHandler,
  subjects: ReadonlySet<string>,
): CallHandler {
  return {
    call,
    handle: async (request, caller) => {
      const own = (await halts.list()).filter(({ subject }) => subjects.has(subject));
      const [halt] = own;
      if (halt === undefined) return handle(request, caller);
      const { user } = caller as Partial<UserCaller>;
      // The app repeats the request instead of calling it failed.
      const refusal = own.some(({ mayBeOlder }) => mayBeOlder)
        ? new BusinessError('SERVICE_UNAVAILABLE')
        : new BusinessError('HALTED', { reason: halt.reason });
      await refuseUnlessRepeated(deps, { call, user, request }, refusal);
      return handle(request, caller);
    },
  };
}
