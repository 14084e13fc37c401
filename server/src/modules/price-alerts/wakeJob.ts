/** One that repeats waits again when it has rested and its condition no longer holds. */
import type { AlertId, MarketId } from '@halyard/contract/ids';
import { isAlertReached } from '@halyard/contract/price-alerts/rules';
import type { TransactionJob } from '../../jobs/job.ts';
import { findMarketById } from '../../market/marketRecord.ts';
import { ensureCursor, lockAlerts, readRange, takeResting, wakeAlert } from './alertsRepository.ts';
import { standingOf } from './setAlert.ts';

/** The due work of one that rests; its key is the alert's id. */
export const WAKE = 'price-alerts.wake';

/** How often is looked whether the condition still holds. */
const AGAIN_MS = 60_000;

export function createWakeJob(): TransactionJob {
  return {
    name: WAKE,
    mode: 'transaction',
    atOnceMax: 10,
    run: async (tx, { payload }, tell) => {
      const [id, marketId] = [payload['alertId'] as AlertId, payload['marketId'] as MarketId];
      await lockAlerts(tx, marketId);
      const alert = await takeResting(tx, id);
      if (alert === undefined) return 'done';
      const market = await findMarketById(tx, marketId);
      const standing = market && standingOf(market);
      if (standing === undefined || isAlertReached(alert, await readRange(tx, standing, alert.minutes))) {
        return { againInMs: AGAIN_MS };
      }
      await ensureCursor(tx, marketId, standing);
      await wakeAlert(tx, id, standing);
      tell({ type: 'record-changed', userId: alert.userId, record: { subject: 'alert', id, status: 'active' } });
      return 'done';
    },
  };
}
