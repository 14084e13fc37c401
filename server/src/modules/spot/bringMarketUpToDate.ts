/** After a new price: whether it owes anything to those who wait in a market, and doing it. */
import type { MarketId } from '@halyard/contract/calls/ids';
import { readDue } from './bookRepository.ts';
import { isSearchDue } from './engine/bringUpToDate.ts';
import { crossedSide } from './house.ts';
import type { SpotDesk } from './spotDeps.ts';

/** Fills what the ladder stands across, and lets in the stop orders whose price was reached. Looks first without the lock, since mostly there is nothing to do. */
export async function bringMarketUpToDate(desk: SpotDesk, marketId: MarketId): Promise<void> {
  const view = await readDue(desk.db, marketId);
  if (view === undefined) return;
  const { market, house, due } = view;
  const isCrossed = crossedSide(house, desk.house.quotes(market, house)) !== undefined;
  if (isCrossed || (due !== undefined && isSearchDue(due))) await desk.queues.bringUpToDate(marketId);
}
