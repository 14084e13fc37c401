/** Price alerts: calls and jobs. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { ServerErrorCode } from '@halyard/contract/errors';
import type { AlertId, MarketId, UserId } from '@halyard/contract/ids';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
  type PriceAlert,
} from '@halyard/contract/price-alerts/calls';
import {
  alertRestMs,
  ALERTS_MAX,
  changeOf,
  checkAlert,
  checkAlertWaits,
  isAlertReached,
  isPercentKind,
} from '@halyard/contract/price-alerts/rules';
import { DAY_MS } from '@halyard/contract/time';
import { answerUser, BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { emit, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { EventBus } from '../../events/events.ts';
import type { Facts } from '../../events/messageFacts.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import { addJob, isBefore, pruneRows, type LeaseJob, type TransactionJob } from '../../jobs/job.ts';
import { findMarketById, type MarketRecord } from '../../market/marketRecord.ts';
import { createSweepJob, type SweepDeps, type Waiting } from '../../market/sweepJob.ts';
import type { Module } from '../../module.ts';
import {
  countWaiting,
  deleteAlert,
  deleteWaiting,
  ensureCursor,
  fireAlerts,
  insertAlert,
  lockAlerts,
  readTicks,
  readRange,
  repeatSame,
  selectAlert,
  selectAlerts,
  takeRefs,
  takeResting,
  wakeAlert,
  type AlertTerms,
  type FiredAlert,
  type MarketState,
} from './alertsRepository.ts';

/** Markets with alerts; a cursor is deleted with the last of them. */
const WAITING: Waiting = {
  name: 'price-alerts.sweep',
  markets: sql`select market_id from price_alert_cursors`,
};

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
      jobs: [createSweepAlertsJob({ ...deps, onError }), createWakeJob(deps)],
    };
  },
};

// Firing and reactivating price alerts: alerts follow each market's ticks, on one node, and fire in the transaction
// that writes their messages.

type SweepAlertsDeps = { readonly db: Database; readonly clock: Clock; readonly events: EventBus };

/** The most alerts that fire in one transaction. */
const FIRED_AT_ONCE = 500;

/** For ticks from before the start, and for ticks whose event was lost. */
const POLL_EVERY_MS = 1000;

export function createSweepAlertsJob(deps: SweepAlertsDeps & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = (marketId: MarketId) => sweepAlerts(deps, marketId);
  return createSweepJob({ name: WAITING.name, waiting: WAITING, pollEveryMs: POLL_EVERY_MS }, { ...deps, sweep });
}

/**
 * Compares the alerts of a market up to its last tick. Concurrent or repeated runs, also after a crash, change nothing:
 * a row fires once, and the tick after which it is compared is updated with it.
 */
export async function sweepAlerts(deps: SweepAlertsDeps, marketId: MarketId): Promise<void> {
  for (let found = await readTicks(deps.db, marketId); found !== 'quiet';) {
    if (found === 'ended') return endAlerts(deps, marketId);
    if (found === 'due') while (await fireSome(deps, marketId));
    found = await readTicks(deps.db, marketId);
  }
}

/** Returns whether more may be due. */
async function fireSome({ db, clock }: SweepAlertsDeps, marketId: MarketId): Promise<boolean> {
  const fired = await db.transaction(async (tx) => {
    const alerts = await fireAlerts(tx, marketId, FIRED_AT_ONCE);
    if (alerts.length > 0) await writeAlertEvents(tx, { alerts, marketId, nowMs: clock.nowMs() });
    return alerts.length;
  });
  return fired === FIRED_AT_ONCE;
}

/** Ends the alerts of a market that was delisted, with one message for each user. */
async function endAlerts({ db, clock }: Omit<SweepAlertsDeps, 'events'>, marketId: MarketId): Promise<void> {
  while (await db.transaction((tx) => endSome(tx, marketId, clock.nowMs()))) continue;
}

/** Returns whether more may be left. */
async function endSome(tx: Transaction, marketId: MarketId, nowMs: number): Promise<boolean> {
  await lockAlerts(tx, marketId);
  const users = await deleteWaiting(tx, marketId);
  const market = await findMarketById(tx, marketId);
  if (market === undefined) throw new Error(`market ${marketId} is gone`);
  const facts = { subject: 'alert', kind: 'ended', symbol: market.symbol } as const;
  const refs = await takeRefs(tx, users.length);
  const at = new Date(nowMs).toISOString();
  await writeUserEvents(
    tx,
    users.map((userId, index) => ({ userId, ref: refs[index] ?? 0, at, facts })),
  );
  return users.length > 0;
}

type FiredAlerts = { readonly alerts: readonly FiredAlert[]; readonly marketId: MarketId; readonly nowMs: number };

async function writeAlertEvents(tx: Transaction, { alerts, marketId, nowMs }: FiredAlerts): Promise<void> {
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
): Facts<'alert'> {
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

/** The job of a resting alert; its key is the alert's id. */
const WAKE = 'price-alerts.wake';

/** Interval of the check whether the condition still holds. */
const AGAIN_MS = 60_000;

export function createWakeJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: WAKE,
    mode: 'transaction',
    atOnceMax: 10,
    run: async (tx, { payload }) => {
      const [id, marketId] = [payload['alertId'] as AlertId, payload['marketId'] as MarketId];
      await lockAlerts(tx, marketId);
      const alert = await takeResting(tx, id);
      if (alert === undefined) return 'done';
      const market = await findMarketById(tx, marketId);
      const state = market && marketStateOf(market);
      // The sweep visits only markets with active alerts.
      if (market?.isDelisted === true && state === undefined) {
        while (await endSome(tx, marketId, clock.nowMs())) continue;
        return 'done';
      }
      if (state === undefined || isAlertReached(alert, await readRange(tx, state, alert.minutes))) {
        return { againInMs: AGAIN_MS };
      }
      await ensureCursor(tx, marketId, state);
      await wakeAlert(tx, id, state);
      emit(tx, { type: 'record-changed', userId: alert.userId, record: { subject: 'alert', id, status: 'active' } });
      return 'done';
    },
  };
}

/** The message of a fired alert stays. */
const FIRED_RETENTION_MS = 30 * DAY_MS;

// Setting a price alert.

type AlertDeps = { readonly db: Database; readonly clock: Clock };

/**
 * Sets an alert that counts ticks after the last one; `lockAlerts` prevents ticks from being missed. An active alert
 * with the same condition is updated instead. Throws the errors of `addPriceAlert`.
 */
export function setAlert(
  { db, clock }: AlertDeps,
  userId: UserId,
  { marketId, kind, value, minutes = 60, isRepeating = false }: RequestOf<typeof addPriceAlert>,
): Promise<PriceAlert> {
  const condition = { kind, value, minutes: isPercentKind(kind) ? minutes : undefined };
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await lockAlerts(tx, marketId);
    const { terms: marketTerms, ...state } = await openMarket(tx, marketId);
    refuse(checkAlert(condition, marketTerms));
    const terms = { userId, marketId, isRepeating, ...condition } as AlertTerms;
    const id = (await repeatSame(tx, terms)) ?? (await addAlert(tx, terms, { ...state, nowMs: clock.nowMs() }));
    const alert = await selectAlert(tx, userId, id);
    if (alert === undefined) throw new Error('an alert that was set is not there');
    return alert;
  });
}

async function openMarket(tx: Transaction, marketId: AlertTerms['marketId']) {
  const market = await findMarketById(tx, marketId);
  if (!market?.isDisplayed) throw new BusinessError('MARKET_NOT_FOUND');
  if (market.status === 'feed-ended') throw new BusinessError('MARKET_SUSPENDED');
  return { terms: market.terms, state: marketStateOf(market) };
}

/** The series and the last tick of a market; `undefined` before its first price. */
function marketStateOf({ seriesId, reference }: MarketRecord): MarketState | undefined {
  return seriesId === undefined || reference === undefined ? undefined : { seriesId, reference };
}

async function addAlert(
  tx: Transaction,
  terms: AlertTerms,
  { state, nowMs }: { readonly state: MarketState | undefined; readonly nowMs: number },
) {
  if (state === undefined) throw new BusinessError('PRICE_STALE');
  refuse(checkAlertWaits(terms, await readRange(tx, state, terms.minutes)));
  if ((await countWaiting(tx, terms.userId)) >= ALERTS_MAX) {
    throw new BusinessError('ALERTS_TOO_MANY', { max: ALERTS_MAX });
  }
  await ensureCursor(tx, terms.marketId, state);
  return insertAlert(tx, terms, { ...state, nowMs });
}

function refuse(error: ReturnType<typeof checkAlert>): void {
  if (error !== undefined) throw new BusinessError(error.code as ServerErrorCode, error.params);
}
