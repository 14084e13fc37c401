/** Cancelling all waiting orders of a user: in one transaction over the markets they wait in. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import { cancelAllOrders } from '@halyard/contract/calls/spot';
import { runOnce } from '../../db/runOnce.ts';
import type { Command } from './engine/command.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { findMarketsOfWaiting } from './orderRepository.ts';
import type { SpotDesk } from './spotDeps.ts';
import type { SpotOrder } from './spotOrder.ts';

type Request = RequestOf<typeof cancelAllOrders>;
type Answer = AnswerOf<typeof cancelAllOrders>;

/** Cancels all waiting orders of the user, or those of one pair or side, all or none; answers how many there were. */
export async function cancelAllSpotOrders(desk: SpotDesk, userId: UserId, request: Request): Promise<Answer> {
  const { clock } = desk;
  const once = { call: cancelAllOrders, userId, requestId: request.clientRequestId, request, clock };
  const [marketId, ...others] = await findMarketsOfWaiting(desk.db, userId, request);
  if (marketId === undefined) {
    return runOnce(desk.db, once, () => Promise.resolve({ cancelled: 0 }));
  }
  const command: Command<typeof cancelAllOrders> = {
    once,
    needs: { ownerId: userId, isPlacing: false },
    run: async (books) => ({ cancelled: cancelIn(books, userId, request) }),
  };
  if (others.length === 0) return desk.queues.submit(marketId, command);
  return desk.queues.submitAcross([marketId, ...others], command);
}

function cancelIn(books: readonly MarketBook[], userId: UserId, request: Request): number {
  let cancelled = 0;
  for (const book of books) {
    for (const order of book.waitingOf(userId).filter((waiting) => isMeant(waiting, request))) {
      book.cancel(order, 'user');
      cancelled += 1;
    }
  }
  return cancelled;
}

function isMeant({ side }: Pick<SpotOrder, 'side'>, request: { side?: SpotOrder['side'] | undefined }): boolean {
  return request.side === undefined || side === request.side;
}
