/** Alerts follow each market's ticks, on one node of all, and fire in the transaction that tells it. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { alertRestMs, changeOf, isPercentKind } from '@halyard/contract/price-alerts/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { addJob, type LeaseJob } from '../../jobs/job.ts';
import type { EventBus } from '../../events/events.ts';
import type { AlertFacts } from '../../events/messageFacts.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { findMarketById, type MarketRecord } from '../../market/marketRecord.ts';
import { createSweepJob, type SweepDeps } from '../../market/sweepJob.ts';
import type { Waiting } from '../../market/waiting.ts';
import { fireAlerts, lookAtTicks, takeRefs, type FiredAlert } from './alertsRepository.ts';
import { WAKE } from './wakeJob.ts';

type SweepAlertsDeps = { readonly db: Database; readonly clock: Clock; readonly events: EventBus };

/** The most that fire in one transaction. */
const FIRED_AT_ONCE = 500;
/** For prices of the time before, and for ticks whose event did not come over. */
const LOOK_EVERY_MS = 1000;

/** Markets with alerts; their cursors go with the last of these. */
export const WAITING: Waiting = {
  name: 'price-alerts.sweep',
  markets: sql`select market_id from price_alert_cursors`,
};

export function createSweepAlertsJob(deps: SweepAlertsDeps & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = (marketId: MarketId) => sweepAlerts(deps, marketId);
  return createSweepJob({ name: WAITING.name, waiting: WAITING, lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
}

/**
 * Brings the alerts of a market up to its last tick. Twice on two nodes, or again after a death, changes nothing: a row
 * fires once, and the tick after which it is compared goes with it.
 */
export async function sweepAlerts(deps: SweepAlertsDeps, marketId: MarketId): Promise<void> {
  for (let found = await lookAtTicks(deps.db, marketId); found !== 'quiet';) {
    if (found === 'due') while (await fireSome(deps, marketId));
    found = await lookAtTicks(deps.db, marketId);
  }
}

/** Answers whether there may be more. */
async function fireSome({ db, clock, events }: SweepAlertsDeps, marketId: MarketId): Promise<boolean> {
  const fired = await db.transaction(async (tx) => {
    const alerts = await fireAlerts(tx, marketId, FIRED_AT_ONCE);
    if (alerts.length > 0) await tell(tx, { alerts, marketId, nowMs: clock.nowMs() });
    return alerts.length;
  });
  if (fired > 0) events.publish({ type: 'events-written' });
  return fired === FIRED_AT_ONCE;
}

type Telling = { readonly alerts: readonly FiredAlert[]; readonly marketId: MarketId; readonly nowMs: number };

async function tell(tx: Transaction, { alerts, marketId, nowMs }: Telling): Promise<void> {
  const market = await findMarketById(tx, marketId);
  if (market === undefined) throw new Error(`market ${marketId} is gone`);
  const refs = await takeRefs(tx, alerts.length);
  const at = new Date(nowMs).toISOString();
  await writeUserEvents(
    tx,
    alerts.map((alert, index) => ({ userId: alert.userId, ref: refs[index] ?? 0, at, facts: factsOf(alert, market) })),
  );
  const repeating = alerts.filter(({ isRepeating }) => isRepeating);
  await addJob(
    tx,
    repeating.map(({ id, minutes }) => ({
      kind: WAKE,
      key: String(id),
      dueAtMs: nowMs + alertRestMs({ minutes: minutes ?? undefined }),
      payload: { alertId: id, marketId },
    })),
    'move',
  );
}

function factsOf(
  { id, kind, value, minutes, at, now }: FiredAlert,
  { symbol, quote, terms }: MarketRecord,
): AlertFacts {
  return {
    subject: 'alert',
    alertId: id,
    kind,
    value,
    minutes,
    change: isPercentKind(kind) ? changeOf(kind, now) : null,
    symbol,
    quote,
    places: terms.pricePrecision,
    price: now.price,
    tickAt: at,
  };
}
