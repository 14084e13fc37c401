/** Setting a price alert. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { addPriceAlert, PriceAlert } from '@halyard/contract/price-alerts/calls';
import { ALERTS_MAX, checkAlert, checkAlertWaits, isPercentKind } from '@halyard/contract/price-alerts/rules';
import type { ServerErrorCode } from '@halyard/contract/errors';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { findMarketById, type MarketRecord } from '../../market/marketRecord.ts';
import {
  countWaiting,
  ensureCursor,
  insertAlert,
  lockAlerts,
  lockOwner,
  readRange,
  repeatSame,
  selectAlert,
  type AlertTerms,
  type MarketState,
} from './alertsRepository.ts';

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
    await lockOwner(tx, userId);
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
export function marketStateOf({ seriesId, reference }: MarketRecord): MarketState | undefined {
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
