/** The calls that change positions. */
import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/calls/contractWrites';
import type { RequestOf } from '@halyard/contract/call';
import { answerUser, type CallHandler, type UserCaller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import { bodyHash, findFirstAnswer, runOnce } from '../../db/runOnce.ts';
import { cancel, changeStops, deepen } from './changePosition.ts';
import { close, reverse } from './closePosition.ts';
import { writeContract, type ContractDeps } from './contractWrite.ts';
import { readOffer, requireFresh } from './offer.ts';
import { open, requireOrder } from './openPosition.ts';
import { listOwn } from './readPositions.ts';

/** How soon the same may be asked for again without an id that says that it is another order. */
export const REPEAT_AFTER_MS = 1000;
/** More than anybody may have open. */
const ALL = { limit: 1000, offset: 0 } as const;

/** Makes their handlers. */
export function createWriteHandlers(deps: ContractDeps): readonly CallHandler[] {
  const own = ({ user }: UserCaller, { id }: { readonly id: Parameters<typeof close>[1]['id'] }) => ({
    userId: user.id,
    id,
    nowMs: deps.clock.nowMs(),
  });
  const nothing = async () => undefined;
  return [
    answerUser(openPosition, (request, caller) =>
      writeContract(deps, {
        ...{ call: openPosition, caller, request, notice: 'CONTRACT_SUBMITTED' },
        check: () => checkOpening(deps, caller, request),
        run: async (tx) => {
          const offer = await readOffer(tx, deps.clock.nowMs(), request);
          const { worstPrice, termsHash, clientRequestId } = request;
          const order = requireOrder(offer, request);
          return open(tx, offer, { userId: caller.user.id, order, worstPrice, termsHash, clientRequestId });
        },
      }),
    ),
    answerUser(closePosition, (request, caller) =>
      writeContract(deps, {
        ...{ call: closePosition, caller, request, notice: 'CONTRACT_CLOSED', check: nothing },
        run: (tx) => close(tx, own(caller, request), request.lots),
      }),
    ),
    answerUser(setStops, (request, caller) =>
      writeContract(deps, {
        ...{ call: setStops, caller, request, notice: 'STOPS_SET', check: nothing },
        run: (tx) => changeStops(tx, own(caller, request), request),
      }),
    ),
    answerUser(cancelPosition, (request, caller) =>
      writeContract(deps, {
        ...{ call: cancelPosition, caller, request, notice: 'CONTRACT_CANCELLED', check: nothing },
        run: (tx) => cancel(tx, own(caller, request)),
      }),
    ),
    answerUser(addMargin, (request, caller) =>
      writeContract(deps, {
        ...{ call: addMargin, caller, request, notice: 'MARGIN_ADDED', check: nothing },
        run: (tx) => deepen(tx, own(caller, request), request),
      }),
    ),
    answerUser(reversePosition, (request, caller) =>
      writeContract(deps, {
        ...{ call: reversePosition, caller, request, notice: 'CONTRACT_REVERSED', check: nothing },
        run: (tx) => reverse(tx, own(caller, request), request.worstPrice),
      }),
    ),
    answerUser(closePositions, (request, caller) => closeAll(deps, caller, request)),
  ];
}

/** What can be seen without the lock. */
async function checkOpening(
  { db, clock, takeTurn }: ContractDeps,
  { user }: UserCaller,
  request: RequestOf<typeof openPosition>,
): Promise<void> {
  const offer = await readOffer(db, clock.nowMs(), request);
  requireOrder(offer, request);
  requireFresh(offer.market, offer.atMs);
  if (request.clientRequestId !== undefined) return;
  const waitMs = await takeTurn(`${user.id} ${bodyHash(openPosition, request)}`);
  if (waitMs > 0) throw new BusinessError('RATE_LIMITED', { seconds: Math.ceil(waitMs / 1000) });
}

/**
 * Closes one after the other, each in a transaction of its own. Asked again under its id after a cut, it closes what is
 * left; once it has been answered, it gives that answer.
 */
async function closeAll(deps: ContractDeps, caller: UserCaller, request: RequestOf<typeof closePositions>) {
  const { db, clock } = deps;
  const { user, language } = caller;
  const { side, clientRequestId: requestId } = request;
  const once = { call: closePositions, userId: user.id, requestId, request, clock };
  const first = await findFirstAnswer(db, once);
  if (first !== undefined) return first;
  const positions = await listOwn(db, user.id, { status: 'trading', side }, ALL);
  const closed: (typeof positions)[number]['id'][] = [];
  const failed: { id: (typeof positions)[number]['id']; code: string }[] = [];
  for (const { id } of positions) {
    try {
      await writeContract(deps, {
        ...{ call: closePosition, caller, request: { id }, notice: 'CONTRACT_CLOSED', check: async () => undefined },
        run: (tx) => close(tx, { userId: user.id, id, nowMs: clock.nowMs() }),
      });
      closed.push(id);
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      failed.push({ id, code: error.code });
    }
  }
  const answer = { closed, failed };
  return runOnce(db, once, async () => (requestId === undefined ? noticeOf(language, 'CONTRACTS_CLOSED') : answer));
}
