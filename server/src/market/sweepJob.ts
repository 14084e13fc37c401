/** Job that processes new ticks of each market, on one node of all. */
import { sql, type SQL } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { passes, type Clock } from '../clock.ts';
import { rowsOf, type Database, type Reader } from '../db/database.ts';
import type { EventBus, ExchangeEvent } from '../events/events.ts';
import { addJob, ALWAYS_MS, ONLY, type LeaseJob } from '../jobs/job.ts';
import { listMarketRecords } from './marketRecord.ts';

/** A running sweeper. */
export type Sweeper = {
  /** Sweeps a market where fills or triggers may be due. */
  touch(marketId: MarketId): void;
  /** Sweeps these markets; nothing waits in the others. */
  touchOnly(marketIds: readonly MarketId[]): void;
  /** Whether ticks arrive, and none of their markets has anything waiting. */
  isQuiet(): boolean;
  /** Stops listening and waits for running sweeps. */
  stop(): Promise<void>;
};

type SweeperDeps = {
  /** Name of the product, as ticks list it. */
  readonly name?: string;
  /** Market of an event after which something begins to wait there. */
  readonly beginsIn?: ((event: ExchangeEvent) => MarketId | undefined) | undefined;
  readonly events: Pick<EventBus, 'subscribe'>;
  /** Processes the fills and triggers that are due in a market. */
  readonly sweep: (marketId: MarketId) => Promise<void>;
  /** Called with the error of a failed sweep; the next tick retries. */
  readonly onError: (error: unknown, marketId?: MarketId) => void;
};
export type SweepDeps = Omit<SweeperDeps, 'name' | 'beginsIn'> & { readonly db: Database; readonly clock: Clock };

export type SweepSettings = Pick<SweeperDeps, 'beginsIn'> & {
  readonly name: string;
  readonly pollEveryMs: number;
  /** Without it something may wait in any market. */
  readonly waiting?: Waiting;
};

/** Ticks arrive each second; without them the job looks for waiting markets. */
const TICKS_MISSED_MS = 2500;
/** Longest time between the begin of waiting and the event of a tick that did not see it. */
const BEGUN_MS = 2500;
/** Also when nothing waits. */
const POLL_ANYWAY_MS = 60_000;

/**
 * The sweep as a job: the node with the lease sweeps until it stops or crashes, and the next one first sweeps every
 * market where something waits. It repeats that at intervals, for prices from before its start and for ticks whose
 * event was lost, but not while ticks arrive for which nothing waits.
 */
export function createSweepJob({ pollEveryMs, waiting, ...settings }: SweepSettings, deps: SweepDeps): LeaseJob {
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
      let polledAtMs = Number.NEGATIVE_INFINITY;
      do {
        const nowMs = performance.now();
        if (sweeper.isQuiet() && nowMs - polledAtMs < POLL_ANYWAY_MS) continue;
        polledAtMs = nowMs;
        await listWaiting().then(sweeper.touchOnly).catch(onError);
      } while (await passes(pollEveryMs, signal));
      await sweeper.stop();
      return 'released';
    },
  };
}

/**
 * Starts sweeping on new ticks: one sweep of a market at a time; ticks that arrive meanwhile cause one more sweep, not
 * one each. Ticks for which nothing waits cause none.
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
  // An order placed while a tick is being written and the tick do not see each other: sweep that tick for it, whichever
  // event arrives first.
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

// Markets where anything waits for prices, so that ticks in the others cause no work.

/** Declaration of a product that waits for prices. */
export type Waiting = {
  /** Name of the sweep job. */
  readonly name: string;
  /** Selects `market_id` of the markets where anything waits; has no parameters. */
  readonly markets: SQL;
};

/** Markets by the name of the product that waits there. */
export type WaitingMarkets = Readonly<Record<string, readonly MarketId[]>>;

/** SQL column with {@link WaitingMarkets}. */
export function waitingColumn(all: readonly Waiting[]): SQL {
  const fields = all.map(({ name, markets }) => sql`${sql.raw(`'${name}'`)}, ${marketsOf(markets)}`);
  return sql`json_build_object(${sql.join(fields, sql`, `)})`;
}

/** Reads the markets where a product waits. */
export async function readWaiting(reader: Reader, { name, markets }: Waiting): Promise<readonly MarketId[]> {
  const rows = await rowsOf<{ ids: MarketId[] }>(reader, sql`select ${marketsOf(markets)} as ids`, `waiting ${name}`);
  return rows[0]?.ids ?? [];
}

function marketsOf(markets: SQL): SQL {
  return sql`(select coalesce(json_agg(w.market_id), '[]') from (${markets}) w)`;
}
