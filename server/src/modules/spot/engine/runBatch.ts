/**
 * Runs commands of a market that arrive together in one transaction (ADR 9): one lock and one reading, the commands one
 * after the other in memory, one writing. Each is answered or refused by itself.
 */
import type { MarketId } from '@halyard/contract/ids';
import { BusinessError } from '../../../calls/callHandler.ts';
import type { Clock } from '../../../clock.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { METRICS, timed } from '../../../health/metrics.ts';
import { createFirstAnswers } from '../../../db/runOnce.ts';
import type { EventBus } from '../../../events/events.ts';
import {
  drawOrderIds,
  openMarket,
  readGroup,
  readResting,
  type FindMarketOfPair,
  type RequestName,
} from '../bookRepository.ts';
import type { House } from '../house.ts';
import { bringUpToDate } from './bringUpToDate.ts';
import { commitChanges, MovedMeanwhileError } from './commitChanges.ts';
import { followGroups } from './groups.ts';
import { createMarketBook, type MarketBook } from './marketBook.ts';
import { runCommand, type AnyCommand, type MarketQueues, type Outcome } from './marketQueues.ts';

export type SpotDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly house: House;
};

/** Dependencies of the commands of users. */
export type SpotDesk = SpotDeps & { readonly queues: MarketQueues; readonly marketOfPair: FindMarketOfPair };

// Money spent in another market may interfere between reading and writing; it seldom does twice.
const ATTEMPTS_TOGETHER = 2;
const ATTEMPTS_ALONE = 5;

/** Undefined when the transaction only brought the markets up to date, and the commands have to be run again. */
type Attempt = readonly Outcome[] | undefined;

/** The commit may or may not have happened, so nothing may be retried. */
class CommitFailedError extends Error {}

/**
 * Runs commands in the markets of `marketIds`, which are locked in the order of their ids, and commits the changes.
 * Returns one outcome for each command, in their order. When a command fails the transaction, each is run again alone,
 * so that it only fails itself.
 */
export async function runBatch(
  deps: SpotDeps,
  marketIds: readonly MarketId[],
  commands: readonly AnyCommand[],
): Promise<readonly Outcome[]> {
  const markets = [...marketIds].sort((a, b) => a - b);
  const runAlone = async (command: AnyCommand): Promise<readonly Outcome[]> => {
    try {
      return await runAttempts(deps, markets, [command], ATTEMPTS_ALONE);
    } catch (error) {
      return [{ isDone: false, error: error instanceof CommitFailedError ? error.cause : error }];
    }
  };
  const [first, ...others] = commands;
  if (first !== undefined && others.length === 0) return runAlone(first);
  try {
    return await runAttempts(deps, markets, commands, ATTEMPTS_TOGETHER);
  } catch (error) {
    if (error instanceof CommitFailedError) throw error.cause;
  }
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(...(await runAlone(command)));
  return outcomes;
}

async function runAttempts(
  deps: SpotDeps,
  markets: readonly MarketId[],
  commands: readonly AnyCommand[],
  attemptsMax: number,
): Promise<readonly Outcome[]> {
  for (let attempt = 1; ;) {
    try {
      const outcomes = await runTransaction(deps, markets, commands);
      if (outcomes !== undefined) return outcomes;
    } catch (error) {
      if (!(error instanceof MovedMeanwhileError)) throw error;
      // The balance was sufficient each time it was read, so the exchange is too busy.
      if (attempt === attemptsMax) throw new BusinessError('SERVICE_UNAVAILABLE');
      attempt += 1;
    }
  }
}

async function runTransaction(
  deps: SpotDeps,
  markets: readonly MarketId[],
  commands: readonly AnyCommand[],
): Promise<Attempt> {
  let isCommitting = false;
  try {
    METRICS.orderBatchSize.observe(commands.length);
    const run = async (tx: Transaction) => {
      const attempt = await runInTransaction(tx, deps, { markets, commands });
      isCommitting = true;
      return attempt;
    };
    return await timed('spot batch', () => deps.db.transaction(run));
  } catch (error) {
    throw isCommitting ? new CommitFailedError('the commit failed', { cause: error }) : error;
  }
}

async function runInTransaction(
  tx: Transaction,
  deps: SpotDeps,
  { markets, commands }: { readonly markets: readonly MarketId[]; readonly commands: readonly AnyCommand[] },
): Promise<Attempt> {
  const needs = commands.map((command) => command.needs);
  const requests = commands.flatMap((command) => requestOf(command));
  const at = new Date(deps.clock.nowMs()).toISOString();
  const opened = [];
  for (const marketId of markets) {
    const market = await openMarket(tx, marketId, { needs, requests, at });
    if (market !== undefined) opened.push(market);
  }
  const books = opened.map((market) =>
    createMarketBook(market, {
      at,
      house: deps.house,
      read: (side, reach, rowsMax) => readResting(tx, market.market.id, { side, reach, rowsMax }),
      readGroup: (group) => readGroup(tx, market.market.id, group),
      drawIds: (count) => drawOrderIds(tx, count),
    }),
  );
  const answers = createFirstAnswers(opened[0]?.answers ?? []);
  const isUpToDate = !needs.some(({ isPlacing }) => isPlacing) || (await bringAllUpToDate(books));
  const outcomes: Outcome[] = [];
  for (const command of isUpToDate ? commands : []) {
    outcomes.push(await runCommand(command, books, answers));
    for (const book of books) await followGroups(book);
  }
  const changes = books.map((book) => book.changes());
  await commitChanges(tx, changes, answers.added());
  return isUpToDate ? outcomes : undefined;
}

async function bringAllUpToDate(books: readonly MarketBook[]): Promise<boolean> {
  for (const book of books) if (!(await bringUpToDate(book))) return false;
  return true;
}

function requestOf({ once }: AnyCommand): readonly RequestName[] {
  return once?.requestId === undefined ? [] : [{ userId: once.userId, requestId: once.requestId }];
}
