/**
 * A queue for each market: commands that arrive while a transaction of their market is under way are run together in
 * the next one. The fuller the exchange, the more of them share a lock, a reading and a commit.
 */
import { setImmediate } from 'node:timers/promises';
import type { AnswerOf, Call } from '@halyard/contract/call';
import type { MarketId } from '@halyard/contract/ids';
import { bodyHash } from '../../../db/runOnce.ts';
import { BusinessError } from '../../../calls/errors.ts';
import { BRING_UP_TO_DATE, type AnyCommand, type Command, type Outcome } from './command.ts';

export type MarketQueues = {
  /** Runs a command in its turn. Throws what refuses it, and `BusinessError('SERVICE_UNAVAILABLE')` after `close`. */
  submit<C extends Call>(marketId: MarketId, command: Command<C>): Promise<AnswerOf<C>>;
  /** Runs a command that wants several markets at once, in a transaction of its own. */
  submitAcross<C extends Call>(marketIds: readonly MarketId[], command: Command<C>): Promise<AnswerOf<C>>;
  /** Does what a new price owes to those who wait in a market. */
  bringUpToDate(marketId: MarketId): Promise<void>;
  /** Takes nothing more, and waits until all that was taken is answered. */
  close(): Promise<void>;
};

/** Bounds how long one transaction holds its market. */
const BATCH_MAX = 64;
/**
 * Transactions at a time: with more of them each would be smaller, and the database would do more of them for the same
 * orders.
 */
const TRANSACTIONS_MAX = 4;
/**
 * Answers that go out in one turn of the event loop. What the database says to the next transaction is heard between
 * two of them, and not behind all.
 */
const ANSWERS_AT_ONCE = 8;

type Entry = {
  readonly command: AnyCommand;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Runs a batch in the markets it names, and answers an outcome for each command. */
type Run = (marketIds: readonly MarketId[], commands: readonly AnyCommand[]) => Promise<readonly Outcome[]>;

/** Makes the queues over a function that runs a batch. */
export function createMarketQueues(run: Run): MarketQueues {
  const telling = new Set<Promise<void>>();
  const runEntries = async (marketIds: readonly MarketId[], entries: readonly Entry[]): Promise<void> => {
    const outcomes = await outcomesOf(run, marketIds, entries);
    const told = tell(entries, outcomes).then(() => void telling.delete(told));
    telling.add(told);
  };
  const turns = createTurns((marketId, entries) => runEntries([marketId], entries));
  const across = new Set<Promise<void>>();
  let isClosed = false;

  // Answers of a command have the type that its call says.
  const wait = <C extends Call>(command: Command<C>, start: (entry: Entry) => void): Promise<AnswerOf<C>> =>
    awaitEntry(command as unknown as AnyCommand, start) as Promise<AnswerOf<C>>;
  const awaitEntry = (command: AnyCommand, start: (entry: Entry) => void): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) {
        reject(new BusinessError('SERVICE_UNAVAILABLE'));
        return;
      }
      // While another transaction is at the database, and not when this one holds the market.
      if (command.once?.requestId !== undefined) bodyHash(command.once.call, command.once.request);
      start({ command, resolve, reject });
    });

  return {
    submit: (marketId, command) => wait(command, (entry) => turns.add(marketId, entry)),
    submitAcross: (marketIds, command) =>
      wait(command, (entry) => {
        const running = runEntries(marketIds, [entry]).then(() => void across.delete(running));
        across.add(running);
      }),
    bringUpToDate: async (marketId) => {
      await awaitEntry(BRING_UP_TO_DATE, (entry) => turns.add(marketId, entry));
    },
    close: async () => {
      isClosed = true;
      await turns.whenIdle();
      await Promise.all(across);
      await Promise.all(telling);
    },
  };
}

/** Entries of one market run together and one batch of it at a time; the markets take turns. */
function createTurns(runTurn: (marketId: MarketId, entries: readonly Entry[]) => Promise<void>) {
  const waiting = new Map<MarketId, Entry[]>();
  const busy = new Set<MarketId>();
  let tellIdle: () => void = () => undefined;

  const startMore = (): void => {
    for (const [marketId, entries] of waiting) {
      if (busy.size >= TRANSACTIONS_MAX) return;
      if (busy.has(marketId)) continue;
      // What is left over waits behind the other markets.
      waiting.delete(marketId);
      const batch = entries.splice(0, BATCH_MAX);
      if (entries.length > 0) waiting.set(marketId, entries);
      busy.add(marketId);
      void runTurn(marketId, batch).then(() => {
        busy.delete(marketId);
        startMore();
      });
    }
    if (busy.size === 0 && waiting.size === 0) tellIdle();
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
        tellIdle = resolve;
        startMore();
      }),
  };
}

/** Runs a batch; an outcome for each entry, whatever happens. */
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

/** Settles entries, some in each turn of the event loop; the first turn is that of the next transaction. */
async function tell(entries: readonly Entry[], outcomes: readonly Outcome[]): Promise<void> {
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
