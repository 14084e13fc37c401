/** What follows the ticks of each market, on one node of all. */
import type { MarketId } from '@halyard/contract/calls/ids';
import { passes, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { addDueWork, ONLY, type LeaseKind } from '../due/dueWork.ts';
import type { EventBus } from '../events/events.ts';
import { listMarketRecords } from './marketRecord.ts';

/** A running sweeper. */
export type Sweeper = {
  /** Sweeps a market that may owe something to those who wait in it. */
  touch(marketId: MarketId): void;
  /** Listens no more and waits for the sweeps that are under way. */
  stop(): Promise<void>;
};

type SweeperDeps = {
  readonly events: Pick<EventBus, 'subscribe'>;
  /** Gives those who wait in a market what its prices owe them. */
  readonly sweep: (marketId: MarketId) => Promise<void>;
  /** Told of a sweep that failed; the next tick tries again. */
  readonly onError: (error: unknown, marketId?: MarketId) => void;
};
export type SweepDeps = SweeperDeps & { readonly db: Database; readonly clock: Clock };

/**
 * Sweeping as due work: the node that has the lease sweeps until it stops or dies, and the next one goes on with a
 * sweep of every market. It looks again every so often for prices of the time before, and for ticks whose event did
 * not come over.
 */
export function createSweepKind(
  { name, lookEveryMs }: { readonly name: string; readonly lookEveryMs: number },
  deps: SweepDeps,
): LeaseKind {
  const { db, clock, onError } = deps;
  const touchAll = async (sweeper: Sweeper) => {
    for (const { id } of await listMarketRecords(db)) sweeper.touch(id);
  };
  return {
    name,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addDueWork(tx, [{ kind: name, key: ONLY, dueAtMs: clock.nowMs() }]),
    run: async (_row, { signal }) => {
      const sweeper = startSweeper(deps);
      do await touchAll(sweeper).catch(onError);
      while (await passes(lookEveryMs, signal));
      await sweeper.stop();
      return { againAtMs: clock.nowMs() };
    },
  };
}

/**
 * Starts sweeping on new ticks: one sweep of a market at a time, and the ticks that come meanwhile make one more, not
 * one each.
 */
export function startSweeper({ events, sweep, onError }: SweeperDeps): Sweeper {
  const running = new Map<MarketId, { isWanted: boolean; readonly done: Promise<void> }>();

  const sweepWhileWanted = async (marketId: MarketId): Promise<void> => {
    do {
      const turn = running.get(marketId);
      if (turn !== undefined) turn.isWanted = false;
      try {
        await sweep(marketId);
      } catch (error) {
        onError(error, marketId);
      }
    } while (running.get(marketId)?.isWanted === true);
    running.delete(marketId);
  };

  const touch = (marketId: MarketId): void => {
    const turn = running.get(marketId);
    if (turn === undefined) running.set(marketId, { isWanted: false, done: sweepWhileWanted(marketId) });
    else turn.isWanted = true;
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'ticks-appended') touch(event.marketId);
  });

  return {
    touch,
    stop: async () => {
      unsubscribe();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
