/** Sweeps each market after its ticks, on the node that runs the feed. */
import type { MarketId } from '@halyard/contract/calls/ids';
import type { EventBus } from '../../events.ts';
import type { SpotService } from './service.ts';

/** A running sweeper. `stop` listens no more and waits for the sweep that is under way. */
export type Sweeper = { stop(): Promise<void> };

type SweeperDeps = {
  readonly events: EventBus;
  readonly spot: Pick<SpotService, 'sweepMarket'>;
  /** Told of a sweep that failed; the next tick tries again. */
  readonly onError: (error: unknown, marketId: MarketId) => void;
};

/** Starts sweeping on new ticks: one sweep of a market at a time, and the ticks that come meanwhile make one more, not one each. */
export function startSweeper({ events, spot, onError }: SweeperDeps): Sweeper {
  const running = new Map<MarketId, { isWanted: boolean; readonly done: Promise<void> }>();

  const sweepWhileWanted = async (marketId: MarketId): Promise<void> => {
    do {
      const turn = running.get(marketId);
      if (turn !== undefined) turn.isWanted = false;
      try {
        await spot.sweepMarket(marketId);
      } catch (error) {
        onError(error, marketId);
      }
    } while (running.get(marketId)?.isWanted === true);
    running.delete(marketId);
  };

  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'ticks-appended') return;
    const turn = running.get(event.marketId);
    if (turn === undefined) running.set(event.marketId, { isWanted: false, done: sweepWhileWanted(event.marketId) });
    else turn.isWanted = true;
  });

  return {
    stop: async () => {
      unsubscribe();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
