/**
 * Refuses what is halted in one place, in front of every handler. Halted markets are refused again in the transaction
 * of the order (`market_records`). Cancelling, closing, redeeming, transfers between own accounts and reading are never
 * refused, and withdrawals only while the function `withdrawals` itself is halted.
 */
import type { Call } from '@halyard/contract/call';
import { declareDeposit, getDepositAddress } from '@halyard/contract/deposits/calls';
import { openPosition, reversePosition } from '@halyard/contract/futures/calls';
import type { HaltFunction } from '@halyard/contract/halts/calls';
import { submitAdvancedIdentity, submitBasicIdentity } from '@halyard/contract/identity/calls';
import { subscribe } from '@halyard/contract/launchpad/calls';
import { buyOption } from '@halyard/contract/options/calls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { placeOrder, replaceOrder } from '@halyard/contract/spot/calls';
import { buyTrust } from '@halyard/contract/trust/calls';
import { registerUser } from '@halyard/contract/user/calls';
import { withdraw } from '@halyard/contract/withdrawals/calls';
import type { CallHandler, UserCaller } from '../calls/callHandler.ts';
import { BusinessError } from '../calls/errors.ts';
import { findRepeated, type RepeatDeps } from '../calls/repeated.ts';
import type { Halts } from './halts.ts';

/** The function of each call that begins something; `undefined`: halted with the whole exchange only. */
const BEGINNING: ReadonlyMap<Call, HaltFunction | undefined> = new Map<Call, HaltFunction | undefined>([
  [registerUser, 'registration'],
  [declareDeposit, 'deposits'],
  [getDepositAddress, 'deposits'],
  [fundAccount, 'deposits'],
  [withdraw, 'withdrawals'],
  [placeOrder, 'spot'],
  [replaceOrder, 'spot'],
  [buyOption, 'options'],
  [openPosition, 'futures'],
  [reversePosition, 'futures'],
  [buyTrust, 'trust'],
  [subscribe, 'launchpad'],
  [submitBasicIdentity, undefined],
  [submitAdvancedIdentity, undefined],
]);

const OF_MARKETS: ReadonlySet<string | undefined> = new Set(['spot', 'options', 'futures']);

/** Subjects whose halt refuses a call. */
function subjectsOf(ofCall: HaltFunction | undefined): ReadonlySet<string> {
  if (ofCall === 'withdrawals') return new Set(['withdrawals']);
  const subjects = ['exchange', ...(ofCall === undefined ? [] : [ofCall])];
  return new Set(OF_MARKETS.has(ofCall) ? [...subjects, 'markets'] : subjects);
}

/** Wraps the handlers that begin something. They then throw `BusinessError('HALTED')` while it is halted. */
export function guardHalted(deps: RepeatDeps, halts: Halts, handlers: readonly CallHandler[]): readonly CallHandler[] {
  return handlers.map((handler) => {
    if (!BEGINNING.has(handler.call)) return handler;
    const subjects = subjectsOf(BEGINNING.get(handler.call));
    const { call, handle } = handler;
    return {
      call,
      handle: async (request, caller) => {
        const halt = (await halts.list()).find(({ subject }) => subjects.has(subject));
        if (halt === undefined) return handle(request, caller);
        const { user } = caller as Partial<UserCaller>;
        // A request that succeeded before the halt gets its first answer again: a refusal would mean it failed.
        const first = user && (await findRepeated(deps, call, { user, request }));
        if (first === undefined) throw new BusinessError('HALTED', { reason: halt.reason });
        return handle(request, caller);
      },
    };
  });
}
