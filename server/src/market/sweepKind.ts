/** What follows the ticks of each market, on one node of all. */
import type { MarketId } from '@halyard/contract/ids';
import { passes, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { addJob, ALWAYS_MS, ONLY, type LeaseJob } from '../jobs/jobsTable.ts';
import type { EventBus, ExchangeEvent } from '../events/events.ts';
import { listMarketRecords } from './marketRecord.ts';
import { readWaiting, type Waiting } from './waiting.ts';

/** A running sweeper. */
export type Sweeper = {
  /** Sweeps a market that may owe something to those who wait in it. */
  touch(marketId: MarketId): void;
  /** Sweeps these markets, where something waits; nothing waits in the others. */
  touchOnly(marketIds: readonly MarketId[]): void;
  /** Whether ticks come in, and say that nothing waits anywhere. */
  isQuiet(): boolean;
  /** Listens no more and waits for the sweeps that are under way. */
  stop(): Promise<void>;
};

type SweeperDeps = {
  /** Of what waits, as ticks name it. */
  readonly name?: string;
  /** The market in which something began to wait, where an event tells. */
  readonly beginsIn?: ((event: ExchangeEvent) => MarketId | undefined) | undefined;
  readonly events: Pick<EventBus, 'subscribe'>;
  /** Gives those who wait in a market what its prices owe them. */
  readonly sweep: (marketId: MarketId) => Promise<void>;
  /** Told of a sweep that failed; the next tick tries again. */
  readonly onError: (error: unknown, marketId?: MarketId) => void;
};
export type SweepDeps = Omit<SweeperDeps, 'name' | 'beginsIn'> & { readonly db: Database; readonly clock: Clock };

export type SweepSettings = Pick<SweeperDeps, 'beginsIn'> & {
  readonly name: string;
  readonly lookEveryMs: number;
  /** Without it something may wait in any market. */
  readonly waiting?: Waiting;
};

/** Ticks come each second; without them what waits is looked for. */
const TICKS_MISSED_MS = 2500;
/** How long something may have begun to wait before a tick that did not see it is told. */
const BEGUN_MS = 2500;
/** In quiet times too. */
const LOOK_ANYWAY_MS = 60_000;

/**
 * Sweeping as due work: the node that has the lease sweeps until it stops or dies, and the next one goes on with a
 * sweep of every market where something waits. It looks again every so often for prices of the time before, and for
 * ticks whose event did not come over; not while ticks come in that nothing waits for.
 */
export function createSweepJob({ lookEveryMs, waiting, ...settings }: SweepSettings, deps: SweepDeps): LeaseJob {
  const { db, onError } = deps;
  const { name } = settings;
  const listMarkets = async () => (await listMarketRecords(db)).map(({ id }) => id);
  const listWaiting = () => (waiting === undefined ? listMarkets() : readWaiting(db, waiting));
  return {
    name,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: name, key: ONLY, dueAtMs: ALWAYS_MS }], 'move'),
    run: async (_row, { signal }) => {
      const sweeper = startSweeper({ ...deps, ...settings });
      let lookedAtMs = Number.NEGATIVE_INFINITY;
      do {
        const nowMs = performance.now();
        if (sweeper.isQuiet() && nowMs - lookedAtMs < LOOK_ANYWAY_MS) continue;
        lookedAtMs = nowMs;
        await listWaiting().then(sweeper.touchOnly).catch(onError);
      } while (await passes(lookEveryMs, signal));
      await sweeper.stop();
      return 'released';
    },
  };
}

/**
 * Starts sweeping on new ticks: one sweep of a market at a time, and the ticks that come meanwhile make one more, not
 * one each. Ticks that say that nothing waits for them set off none.
 */
export function startSweeper({ name = '', beginsIn, events, sweep, onError }: SweeperDeps): Sweeper {
  const running = new Map<MarketId, { isWanted: boolean; readonly done: Promise<void> }>();
  const waitingIn = new Set<MarketId>();
  const begunAtMs = new Map<MarketId, number>();
  let lastTickAtMs = Number.NEGATIVE_INFINITY;

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
    waitingIn.add(marketId);
    const turn = running.get(marketId);
    if (turn === undefined) running.set(marketId, { isWanted: false, done: sweepWhileWanted(marketId) });
    else turn.isWanted = true;
  };
  // What begins to wait while a tick is written is seen by neither: then the tick is swept for it, whichever is told
  // first.
  const begin = (marketId: MarketId): void => {
    begunAtMs.set(marketId, performance.now());
    if (!waitingIn.has(marketId)) touch(marketId);
  };
  const takeTick = (marketId: MarketId, waiting: readonly string[] | undefined): void => {
    lastTickAtMs = performance.now();
    const hasBegun = lastTickAtMs - (begunAtMs.get(marketId) ?? Number.NEGATIVE_INFINITY) < BEGUN_MS;
    if (waiting?.includes(name) === false && !hasBegun) waitingIn.delete(marketId);
    else touch(marketId);
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'ticks-appended') takeTick(event.marketId, event.waiting);
    const marketId = beginsIn?.(event);
    if (marketId !== undefined) begin(marketId);
  });

  return {
    touch,
    touchOnly: (marketIds) => {
      waitingIn.clear();
      for (const marketId of marketIds) touch(marketId);
    },
    isQuiet: () => waitingIn.size === 0 && performance.now() - lastTickAtMs < TICKS_MISSED_MS,
    stop: async () => {
      unsubscribe();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
