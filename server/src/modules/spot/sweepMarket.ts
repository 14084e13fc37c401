/** When the reference price moves, the ladder may come to stand across waiting orders: those are filled by it, at their own price. */
import type { MarketId } from '@halyard/contract/calls/ids';
import { add, type Decimal } from '@halyard/contract/money';
import type { Transaction } from '../../db/database.ts';
import { lockMarket } from '../../market/marketRecord.ts';
import { BalanceMovedError, commitSettlement, publishChange, type BookChange } from './bookChange.ts';
import { readBookView, readResting } from './bookRepository.ts';
import { crossedSide, quotesAgainst, takenAfter } from './house.ts';
import { sweepResting } from './matching.ts';
import { settleSweep } from './settlement.ts';
import type { SpotDeps } from './spotDeps.ts';
import { remainingOf } from './spotOrder.ts';

// Bounds how long one transaction holds the market.
const BATCH_ROWS = 200;
// Other markets may spend the house's money meanwhile; then the ladder is shorter and is read again.
const MOVED_MAX = 5;

/** Fills what the ladder stands across until it does not any more. Looks first without the lock, since mostly there is nothing to do. */
export async function sweepSpotMarket(deps: SpotDeps, marketId: MarketId): Promise<void> {
  let movedTimes = 0;
  while (await isCrossed(deps, marketId)) {
    try {
      const change = await deps.db.transaction((tx) => sweepBatch(tx, deps, marketId));
      if (change === undefined) return;
      publishChange(deps.events, change);
    } catch (error) {
      movedTimes += 1;
      if (!(error instanceof BalanceMovedError) || movedTimes > MOVED_MAX) throw error;
    }
  }
}

async function isCrossed({ db, house }: SpotDeps, marketId: MarketId): Promise<boolean> {
  const view = await readBookView(db, marketId, 0);
  return view !== undefined && crossedSide(view.house, house.quotes(view.market, view.house)) !== undefined;
}

async function sweepBatch(tx: Transaction, deps: SpotDeps, marketId: MarketId): Promise<BookChange | undefined> {
  await lockMarket(tx, marketId);
  const view = await readBookView(tx, marketId, 0);
  if (view === undefined) return undefined;
  const { market, house } = view;
  const quotes = deps.house.quotes(market, house);
  const side = crossedSide(house, quotes);
  if (side === undefined) return undefined;
  const ladder = quotesAgainst(side, quotes);
  const resting = await readResting(tx, marketId, { side, reach: ladder[0]?.[0], rowsMax: BATCH_ROWS });
  const waiting = resting.flatMap((order) =>
    order.price === undefined ? [] : [{ ...order, price: order.price, remaining: remainingOf(order) }],
  );
  const executions = sweepResting(side, waiting, ladder);
  const given: Decimal = add(...executions.map(({ quantity }) => quantity));
  const stamp = { at: new Date(deps.clock.nowMs()).toISOString(), ladderTaken: takenAfter(market, side, given) };
  return commitSettlement(tx, market, settleSweep(market, side, { executions, resting }), stamp);
}
