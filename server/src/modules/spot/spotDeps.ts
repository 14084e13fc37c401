import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { MarketQueues } from './engine/marketQueues.ts';
import type { House } from './house.ts';
import type { FindMarketOfPair } from './orderRepository.ts';

export type SpotDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly house: House;
};

/** Dependencies of the commands of users. */
export type SpotDesk = SpotDeps & { readonly queues: MarketQueues; readonly marketOfPair: FindMarketOfPair };
