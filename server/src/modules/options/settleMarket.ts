/**
 * Settling the options of a market after its ticks: selecting the due ones, deciding them by the pure rule, and writing
 * the results, money and receipts.
 */
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
  /** Start of this exchange, by its clock. */
  readonly startedAtMs: number;
};

/**
 * Settles all due options of a market; between two batches it pauses for as long as one took, so that other
 * transactions get the database.
 */
export async function settleMarket(deps: SettleDeps, marketId: MarketId): Promise<void> {
  let startedAtMs = performance.now();
  while (await settleBatch(deps, marketId)) {
    await letOthersFirst(deps.db, performance.now() - startedAtMs);
    startedAtMs = performance.now();
  }
}

/** Returns whether more may be due. */
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

/** Publishes settled options. After the commit. */
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
