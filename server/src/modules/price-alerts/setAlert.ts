/** Setting a price alert. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { addPriceAlert, PriceAlert } from '@halyard/contract/price-alerts/calls';
import { ALERTS_MAX, checkAlert, checkAlertWaits, isPercentKind } from '@halyard/contract/price-alerts/rules';
import type { ServerErrorCode } from '@halyard/contract/errors';
import { BusinessError } from '../../calls/errors.ts';
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
  type Standing,
} from './alertsRepository.ts';

type AlertDeps = { readonly db: Database; readonly clock: Clock };

/**
 * Sets an alert that waits for ticks after the last one, which nobody can add to unseen: see `lockAlerts`. One that
 * waits for the same is answered instead. Throws the errors of `addPriceAlert`.
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
    const { terms: marketTerms, ...standing } = await openMarket(tx, marketId);
    refuse(checkAlert(condition, marketTerms));
    const terms = { userId, marketId, isRepeating, ...condition } as AlertTerms;
    const id = (await repeatSame(tx, terms)) ?? (await addAlert(tx, terms, { ...standing, nowMs: clock.nowMs() }));
    const alert = await selectAlert(tx, userId, id);
    if (alert === undefined) throw new Error('an alert that was set is not there');
    return alert;
  });
}

async function openMarket(tx: Transaction, marketId: AlertTerms['marketId']) {
  const market = await findMarketById(tx, marketId);
  if (!market?.isDisplayed) throw new BusinessError('MARKET_NOT_FOUND');
  if (market.status === 'feed-ended') throw new BusinessError('MARKET_SUSPENDED');
  return { terms: market.terms, standing: standingOf(market) };
}

/** Where a market stands; `undefined` before its first price. */
export function standingOf({ seriesId, reference }: MarketRecord): Standing | undefined {
  return seriesId === undefined || reference === undefined ? undefined : { seriesId, reference };
}

async function addAlert(
  tx: Transaction,
  terms: AlertTerms,
  { standing, nowMs }: { readonly standing: Standing | undefined; readonly nowMs: number },
) {
  if (standing === undefined) throw new BusinessError('PRICE_STALE');
  refuse(checkAlertWaits(terms, await readRange(tx, standing, terms.minutes)));
  if ((await countWaiting(tx, terms.userId)) >= ALERTS_MAX) {
    throw new BusinessError('ALERTS_TOO_MANY', { max: ALERTS_MAX });
  }
  await ensureCursor(tx, terms.marketId, standing);
  return insertAlert(tx, terms, { ...standing, nowMs });
}

function refuse(error: ReturnType<typeof checkAlert>): void {
  if (error !== undefined) throw new BusinessError(error.code as ServerErrorCode, error.params);
}
