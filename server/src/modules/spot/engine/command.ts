/** A command: something that a user, or a new price, wants of the markets that a transaction has locked. */
import type { AnswerOf, Call } from '@halyard/contract/call';
import type { MarketId } from '@halyard/contract/ids';
import type { FirstAnswers, OnceRequest } from '../../../db/runOnce.ts';
import { BusinessError } from '../../../calls/errors.ts';
import type { MarketBook } from './marketBook.ts';
import type { Needs } from './openedMarket.ts';

/**
 * What a command wants. `run` answers or throws a `BusinessError`, and then it has changed nothing: it decides first
 * and changes the book after. Its books are those of the markets that the transaction has locked.
 */
export type Command<C extends Call = Call> = {
  readonly once: OnceRequest<C>;
  readonly needs: Needs;
  run(books: readonly MarketBook[]): Promise<AnswerOf<C>>;
};

/** A command of any call; or, without a request, one that only wants its market brought up to date. */
export type AnyCommand = Command | { readonly once: undefined; readonly needs: Needs };

/** What became of a command. */
export type Outcome =
  | { readonly isDone: true; readonly answer: unknown }
  | { readonly isDone: false; readonly error: unknown };

/** A new price wants to know what it owes. */
export const BRING_UP_TO_DATE: AnyCommand = { once: undefined, needs: { isPlacing: true } };

/**
 * Runs a command once: a request that was answered before gets that answer. Only refusals come back; any other error is
 * a fault and is thrown.
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

/** The book of a market that the transaction has locked. Throws `BusinessError('MARKET_NOT_FOUND')`. */
export function bookOf(books: readonly MarketBook[], marketId: MarketId): MarketBook {
  const book = books.find(({ market }) => market.id === marketId);
  if (book === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  return book;
}
