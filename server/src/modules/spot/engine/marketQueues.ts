/**
 * A queue for each market: commands that arrive while a transaction of their market is running are run together in the
 * next one. The higher the load, the more commands share a lock, a reading and a commit.
 */
import { setImmediate } from 'node:timers/promises';
import type { AnswerOf, Call } from '@halyard/contract/call';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../../calls/callHandler.ts';
import { bodyHash, type FirstAnswers, type OnceRequest } from '../../../db/runOnce.ts';
import { requestId, withRequestId } from '../../../requestContext.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { MarketBook, Needs } from './marketBook.ts';

export type MarketQueues = {
  /** Runs a command in its turn. Throws its refusal, and `BusinessError('SERVICE_UNAVAILABLE')` after `close`. */
  submit<C extends Call>(marketId: MarketId, command: Command<C>): Promise<AnswerOf<C>>;
  /** Runs a command that needs several markets, in a transaction of its own. */
  submitAcross<C extends Call>(marketIds: readonly MarketId[], command: Command<C>): Promise<AnswerOf<C>>;
  /** Runs a command of the exchange itself in its turn. */
  submitInternal(marketId: MarketId, command: Omit<InternalCommand, 'once'>): Promise<void>;
  /** Accepts no more commands, and resolves when all accepted ones are answered. */
  close(): Promise<void>;
};

/** Bounds how long one transaction locks its market. */
const BATCH_MAX = 64;
/**
 * Concurrent transactions: with more of them each would be smaller, and the database would run more of them for the
 * same orders.
 */
const TRANSACTIONS_MAX = 4;
/**
 * Answers sent in one turn of the event loop, so that responses of the database to the next transaction are handled
 * between two turns and not after all answers.
 */
const ANSWERS_AT_ONCE = 8;

type Entry = {
  /** Id of the request that submitted it. */
  readonly request: string | undefined;
  readonly command: AnyCommand;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Runs a batch in its markets; returns one outcome for each command. */
type Run = (marketIds: readonly MarketId[], commands: readonly AnyCommand[]) => Promise<readonly Outcome[]>;

/** Creates the queues over a function that runs a batch. */
export function createMarketQueues(run: Run): MarketQueues {
  const settling = new Set<Promise<void>>();
  const runEntries = async (marketIds: readonly MarketId[], entries: readonly Entry[]): Promise<void> => {
    const outcomes = await withRequestId(requestsOf(entries), () => outcomesOf(run, marketIds, entries));
    const settled = settleEntries(entries, outcomes).then(() => void settling.delete(settled));
    settling.add(settled);
  };
  const turns = createTurns((marketId, entries) => runEntries([marketId], entries));
  const across = new Set<Promise<void>>();
  let isClosed = false;

  // The answer to a command has the type of its call.
  const wait = <C extends Call>(command: Command<C>, start: (entry: Entry) => void): Promise<AnswerOf<C>> =>
    awaitEntry(command as unknown as AnyCommand, start) as Promise<AnswerOf<C>>;
  const awaitEntry = (command: AnyCommand, start: (entry: Entry) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new BusinessError('SERVICE_UNAVAILABLE'));
        return;
      }
      // Hashed here, while another transaction is at the database, and not while this one locks the market.
      if (command.once?.requestId !== undefined) bodyHash(command.once.call, command.once.request);
      start({ request: requestId(), command, resolve, reject });
    });

  return {
    submit: (marketId, command) => wait(command, (entry) => turns.add(marketId, entry)),
    submitAcross: (marketIds, command) =>
      wait(command, (entry) => {
        const running = runEntries(marketIds, [entry]).then(() => void across.delete(running));
        across.add(running);
      }),
    submitInternal: async (marketId, command) => {
      await awaitEntry({ ...command, once: undefined }, (entry) => turns.add(marketId, entry));
    },
    close: async () => {
      isClosed = true;
      await turns.whenIdle();
      await Promise.all(across);
      await Promise.all(settling);
    },
  };
}

/** Ids of the requests that share a transaction. */
function requestsOf(entries: readonly Entry[]): string | undefined {
  const ids = entries.flatMap(({ request }) => request ?? []);
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** Entries of one market run together, one batch at a time; the markets take turns. */
function createTurns(runTurn: (marketId: MarketId, entries: readonly Entry[]) => Promise<void>) {
  const waiting = new Map<MarketId, Entry[]>();
  const busy = new Set<MarketId>();
  let resolveIdle: () => void = () => undefined;

  const startMore = (): void => {
    for (const [marketId, entries] of waiting) {
      if (busy.size >= TRANSACTIONS_MAX) return;
      if (busy.has(marketId)) continue;
      // The rest queues behind the other markets.
      waiting.delete(marketId);
      const batch = entries.splice(0, BATCH_MAX);
      if (entries.length > 0) waiting.set(marketId, entries);
      busy.add(marketId);
      void runTurn(marketId, batch).then(() => {
        busy.delete(marketId);
        startMore();
      });
    }
    if (busy.size === 0 && waiting.size === 0) resolveIdle();
  };

  return {
    add(marketId: MarketId, entry: Entry): void {
      const entries = waiting.get(marketId);
      if (entries === undefined) waiting.set(marketId, [entry]);
      else entries.push(entry);
      startMore();
    },
    whenIdle: (): Promise<void> =>
      new Promise((resolve) => {
        resolveIdle = resolve;
        startMore();
      }),
  };
}

/** Runs a batch; returns one outcome for each entry, also when the batch fails. */
async function outcomesOf(
  run: Run,
  marketIds: readonly MarketId[],
  entries: readonly Entry[],
): Promise<readonly Outcome[]> {
  try {
    return await run(
      marketIds,
      entries.map(({ command }) => command),
    );
  } catch (error) {
    return entries.map(() => ({ isDone: false, error }));
  }
}

/** Settles entries, a few in each turn of the event loop; the first turn belongs to the next transaction. */
async function settleEntries(entries: readonly Entry[], outcomes: readonly Outcome[]): Promise<void> {
  for (let first = 0; first < entries.length; first += ANSWERS_AT_ONCE) {
    await setImmediate();
    for (let index = first; index < Math.min(first + ANSWERS_AT_ONCE, entries.length); index += 1) {
      settle(entries[index], outcomes[index]);
    }
  }
}

function settle(entry: Entry | undefined, outcome: Outcome | undefined): void {
  if (entry === undefined) return;
  const { resolve, reject } = entry;
  if (outcome === undefined) reject(new Error('a command was left without an outcome'));
  else if (outcome.isDone) resolve(outcome.answer);
  else reject(outcome.error);
}

// A command: a request of a user, or a new price, for the markets that a transaction has locked.

/**
 * A command of a call. `run` answers or throws a `BusinessError`, in which case it has changed nothing: it decides
 * first and changes the book afterwards. `books` are those of the locked markets.
 */
export type Command<C extends Call = Call> = {
  readonly once: OnceRequest<C>;
  readonly needs: Needs;
  run(books: readonly MarketBook[]): Promise<AnswerOf<C>>;
};

/** A command of the exchange itself, which answers nothing. */
type InternalCommand = {
  readonly once: undefined;
  readonly needs: Needs;
  run(books: readonly MarketBook[]): Promise<void>;
};

export type AnyCommand = Command | InternalCommand;

/** The outcome of a command. */
export type Outcome =
  | { readonly isDone: true; readonly answer: unknown }
  | { readonly isDone: false; readonly error: unknown };

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
  try {
    if (once === undefined) return { isDone: true, answer: await command.run(books) };
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
