/** The day's ratios of `even` as due work: soon after 00:00 UTC, and at start. */
import type { Clock } from '../../clock.ts';
import { addDueWork, ONLY, type TransactionKind } from '../../due/dueWork.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { DAY_MS, ensureEvenDay, readEvenDay } from './evenDay.ts';
import { hasEven, isOpenFor } from './offer.ts';
import { versionAt } from './versions.ts';

const EVEN = 'options.even';
/** For the first price of the day, where a market has none yet. */
const RETRY_MS = 5000;

export function createEvenKind({ clock }: { readonly clock: Clock }): TransactionKind {
  return {
    name: EVEN,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addDueWork(tx, [{ kind: EVEN, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: async (tx) => {
      const atMs = clock.nowMs();
      const tomorrow = { againAtMs: (Math.floor(atMs / DAY_MS) + 1) * DAY_MS };
      const version = await versionAt(tx, atMs);
      if (version === undefined) return tomorrow;
      let isWaiting = false;
      for (const market of await listMarketRecords(tx)) {
        if (!isOpenFor(version, market) || !hasEven({ version, market })) continue;
        if ((await readEvenDay(tx, market, atMs)) !== undefined) continue;
        // One market a transaction: the embedded database does nothing else meanwhile.
        if (await ensureEvenDay(tx, { version, market, atMs })) return { againAtMs: atMs };
        isWaiting = true;
      }
      return isWaiting ? { againAtMs: atMs + RETRY_MS } : tomorrow;
    },
  };
}
