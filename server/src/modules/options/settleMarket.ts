/** Settling a market's options after its prices, in transactions of their own. */
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import type { EventBus } from '../../events/events.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { lockOptionMarket } from './optionsRepository.ts';
import { isAnyOwed, SETTLED_AT_ONCE, settleOwed } from './settleOwed.ts';

export type SettleDeps = {
  readonly db: Database;
  readonly events: Pick<EventBus, 'publish'>;
  readonly clock: Clock;
  /** Since when this exchange runs, by its clock. */
  readonly startedAtMs: number;
};

/** Settles all that is owed in a market now; between two batches others may have the database as long as one took. */
export async function settleMarket(deps: SettleDeps, marketId: MarketId): Promise<void> {
  let startedAtMs = performance.now();
  while (await settleBatch(deps, marketId)) {
    await letOthersFirst(deps.db, performance.now() - startedAtMs);
    startedAtMs = performance.now();
  }
}

/** Answers whether there may be more. */
async function settleBatch({ db, events, clock, startedAtMs }: SettleDeps, marketId: MarketId): Promise<boolean> {
  const now = () => ({ marketId, nowMs: clock.nowMs(), startedAtMs });
  if (!(await isAnyOwed(db, now()))) return false;
  const settled = await db.transaction(async (tx) => {
    await lockOptionMarket(tx, marketId);
    const { options, entries } = await settleOwed(tx, now());
    await postEntries(tx, entries);
    return options;
  });
  publishSettled(events, settled);
  return settled.length === SETTLED_AT_ONCE;
}

/** Tells that options have ended. After the commit. */
export function publishSettled(events: Pick<EventBus, 'publish'>, options: readonly Option[]): void {
  if (options.length === 0) return;
  const currencies = new Map<UserId, Set<CurrencyId>>();
  for (const option of options) {
    const { userId, currencyId } = option;
    events.publish({ type: 'option-changed', userId, option });
    currencies.set(userId, (currencies.get(userId) ?? new Set()).add(currencyId));
  }
  for (const [userId, ids] of currencies) {
    const balances = [...ids].map((currencyId) => ({ kind: 'option' as const, currencyId }));
    events.publish({ type: 'balances-changed', userId, balances });
  }
  events.publish({ type: 'events-written' });
}
