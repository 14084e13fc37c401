/** A command: a request of a user, or a new price, for the markets that a transaction has locked. */
import type { AnswerOf, Call } from '@halyard/contract/call';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../../calls/callHandler.ts';
import type { FirstAnswers, OnceRequest } from '../../../db/runOnce.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { MarketBook, Needs } from './marketBook.ts';

/**
 * A command of a call. `run` answers or throws a `BusinessError`, in which case it has changed nothing: it decides
 * first and changes the book afterwards. `books` are those of the locked markets.
 */
export type Command<C extends Call = Call> = {
  readonly once: OnceRequest<C>;
  readonly needs: Needs;
  run(books: readonly MarketBook[]): Promise<AnswerOf<C>>;
};

/** A command of any call; without a request, it only brings its market up to date. */
export type AnyCommand = Command | { readonly once: undefined; readonly needs: Needs };

/** The outcome of a command. */
export type Outcome =
  | { readonly isDone: true; readonly answer: unknown }
  | { readonly isDone: false; readonly error: unknown };

/** A new price: fills and triggers what is due. */
export const BRING_UP_TO_DATE: AnyCommand = { once: undefined, needs: { isPlacing: true } };

/**
 * Runs a command once: a request that was answered before gets that answer. Returns refusals; any other error is a
 * fault and is thrown.
 */
export async function runCommand(
  command: AnyCommand,
  books: readonly MarketBook[],
  answers: FirstAnswers,
): Promise<Outcome> {
  const { once } = command;
  if (once === undefined) return { isDone: true, answer: undefined };
  try {
    const first = answers.find(once);
    if (first !== undefined) return { isDone: true, answer: first };
    const answer = await command.run(books);
    answers.add(once, answer);
    return { isDone: true, answer };
  } catch (error) {
    if (error instanceof BusinessError) return { isDone: false, error };
    throw error;
  }
}

/** The book of a locked market. Throws `BusinessError('MARKET_NOT_FOUND')`. */
export function bookOf(books: readonly MarketBook[], marketId: MarketId): MarketBook {
  const book = books.find(({ market }) => market.id === marketId);
  if (book === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  return book;
}

/** A waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND, ORDER_NOT_OPEN. */
export function openOrder(book: MarketBook, userId: UserId, id: OrderId): SpotOrder {
  const order = book.order(id);
  if (order === undefined || order.userId !== userId) throw new BusinessError('ORDER_NOT_FOUND');
  if (order.status !== 'waiting') throw new BusinessError('ORDER_NOT_OPEN');
  return order;
}
