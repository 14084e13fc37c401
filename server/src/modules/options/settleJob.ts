/** Options are settled after each market's ticks, on one node of all. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import type { LeaseJob } from '../../jobs/job.ts';
import { createSweepJob, type SweepDeps } from '../../market/sweepJob.ts';
import type { Waiting } from '../../market/waiting.ts';
import { settleMarket, type SettleDeps } from './settleMarket.ts';

/** For prices of the time before, for what no price comes to any more, and for ticks whose event did not come over. */
const LOOK_EVERY_MS = 1000;

/** Options that run. */
export const WAITING: Waiting = {
  name: 'options.settle',
  markets: sql`select m.id as market_id from markets m
    where exists (select from options o where o.market_id = m.id and o.settled_at is null)`,
};

export function createSettleJob(deps: SettleDeps & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = (marketId: MarketId) => settleMarket(deps, marketId);
  return createSweepJob({ name: WAITING.name, waiting: WAITING, lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
}
