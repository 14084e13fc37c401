/** Price alerts: calls and jobs. */
import { sql } from 'drizzle-orm';
import { addPriceAlert, listPriceAlerts, removePriceAlert } from '@halyard/contract/price-alerts/calls';
import { DAY_MS } from '@halyard/contract/time';
import { answerUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { deleteAlert, selectAlerts } from './alertsRepository.ts';
import { setAlert } from './setAlert.ts';
import { createSweepAlertsJob, WAITING, createWakeJob } from './sweepAlerts.ts';

/** The message of a fired alert stays. */
const FIRED_RETENTION_MS = 30 * DAY_MS;

export const priceAlerts: Module = {
  waiting: WAITING,
  pruners: {
    'price-alerts': pruneRows(
      'price_alerts',
      (nowMs) => sql`status = 'fired' and ${isBefore('fired_at', nowMs - FIRED_RETENTION_MS)}`,
    ),
  },
  create(deps) {
    const { db, events, log } = deps;
    const changed = (
      userId: Parameters<typeof deleteAlert>[1],
      id: Parameters<typeof deleteAlert>[2],
      status: string,
    ) => events.publish({ type: 'record-changed', userId, record: { subject: 'alert', id, status } });
    const onError = (error: unknown, marketId?: number) =>
      log.error({ err: error, marketId }, 'price alerts could not be looked at; the next tick tries again');
    return {
      handlers: [
        answerUser(listPriceAlerts, (_request, { user }) => selectAlerts(db, user.id)),
        answerUser(addPriceAlert, async (request, { user }) => {
          const alert = await setAlert(deps, user.id, request);
          changed(user.id, alert.id, 'active');
          return alert;
        }),
        answerUser(removePriceAlert, async ({ id }, { user }) => {
          if (!(await deleteAlert(db, user.id, id))) throw new BusinessError('ALERT_NOT_FOUND');
          changed(user.id, id, 'removed');
          return { id };
        }),
      ],
      jobs: [createSweepAlertsJob({ ...deps, onError }), createWakeJob()],
    };
  },
};
