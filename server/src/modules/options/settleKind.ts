/** Options are settled after each market's ticks, on one node of all. */
import type { MarketId } from '@halyard/contract/calls/ids';
import type { LeaseKind } from '../../due/dueWork.ts';
import { createSweepKind, type SweepDeps } from '../../market/sweepKind.ts';
import { settleMarket, type SettleDeps } from './settleMarket.ts';

/** For prices of the time before, for what no price comes to any more, and for ticks whose event did not come over. */
const LOOK_EVERY_MS = 1000;

export function createSettleKind(deps: SettleDeps & Omit<SweepDeps, 'sweep'>): LeaseKind {
  const sweep = (marketId: MarketId) => settleMarket(deps, marketId);
  return createSweepKind({ name: 'options.settle', lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
}
