/** Changing open positions and orders: stops, added margin, and cancelling an order. */
import type { RequestOf } from '@halyard/contract/call';
import type { addMargin, setStops } from '@halyard/contract/futures/calls';
import {
  add,
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  subtract,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import { crossOf } from '@halyard/contract/futures/account';
import { crossLiquidationPrice, freeOf } from '@halyard/contract/futures/cross';
import { checkStops } from '@halyard/contract/futures/order';
import { liquidationPrice } from '@halyard/contract/futures/position';
import { BusinessError, refusal } from '../../calls/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { requireRoom } from '../../exposure/unverifiedLimit.ts';
import { loadAccount, type LoadedAccount, pendingLiquidation } from './accounts.ts';
import type { Own, OwnPurchase } from './closePosition.ts';
import { commitChanges, changeAt, bandOf } from './outcomes.ts';
import type { Done } from './futuresWrite.ts';
import { addMarginEntry, cancelEntry } from './ledgerEntries.ts';
import { readMarks, updateCrossBands, requireStop } from './openPosition.ts';
import { toOpenPosition, toPendingOrder, type PositionRecord, updatePositions } from './positionsRepository.ts';
import { findOwn } from './readPositions.ts';

const LEAST_MARGIN = decimal('0.00000001');

/**
 * Sets both stops. Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN, PRICE_PRECISION, STOP_PROFIT_SIDE,
 * STOP_LOSS_SIDE, STOP_LOSS_BEYOND_LIQUIDATION.
 */
export async function changeStops(tx: Transaction, own: Own, request: RequestOf<typeof setStops>): Promise<Done> {
  const record = await findOwn(tx, own.userId, own.id);
  requireNotOver(record);
  const loaded = await loadOf(tx, record);
  const places = record.terms.pricePrecision;
  const changed = {
    ...record,
    stopProfit: requireStop(request.stopProfit, places),
    stopLoss: requireStop(request.stopLoss, places),
  };
  const { price, liquidation } = stopBounds(loaded, changed);
  const found = checkStops(changed, { price, liquidation, places });
  if (found !== undefined) throw refusal(found);
  await write(tx, loaded, changed);
  await commitChanges(tx, [changeAt(changed, 'set_stops', { ...loaded.account, ...own })]);
  return { answered: record.id, changed: [changed], entries: [] };
}

/** Cancels a pending order. Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN. */
export async function cancel(tx: Transaction, own: Own): Promise<Done> {
  const record = await findOwn(tx, own.userId, own.id);
  if (record.status !== 'pending') throw new BusinessError('POSITION_NOT_OPEN');
  const endedAt = new Date(Math.max(own.nowMs, Date.parse(record.submittedAt))).toISOString();
  const changed: PositionRecord = { ...record, status: 'cancelled', closeReason: 'user', endedAt };
  await updatePositions(tx, [{ record: changed, band: null }]);
  return { answered: record.id, changed: [changed], entries: [cancelEntry(record, record)] };
}

/**
 * Adds margin to an isolated position. Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN,
 * MARGIN_MODE_CROSS, AMOUNT_REQUIRED, AMOUNT_TOO_SMALL, AMOUNT_PRECISION, UNVERIFIED_LIMIT, INSUFFICIENT_BALANCE.
 */
export async function increaseMargin(
  tx: Transaction,
  own: OwnPurchase,
  { amount }: RequestOf<typeof addMargin>,
): Promise<Done> {
  const record = await findOwn(tx, own.userId, own.id);
  if (record.status !== 'trading') throw new BusinessError('POSITION_NOT_OPEN');
  if (record.mode === 'cross') throw new BusinessError('MARGIN_MODE_CROSS');
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  if (!isPositive(amount)) throw new BusinessError('AMOUNT_TOO_SMALL', { min: LEAST_MARGIN });
  if (!fitsPlaces(amount, MONEY_PLACES)) throw new BusinessError('AMOUNT_PRECISION', { places: MONEY_PLACES });
  const currency = { id: record.currencyId, name: record.terms.currency };
  await requireRoom(tx, own.limit, { currency, amount });
  const loaded = await loadOf(tx, record);
  if (compare(freeOf(crossOf(loaded.account)), amount) < 0)
    throw new BusinessError('INSUFFICIENT_BALANCE', { needed: amount, fee: '0' });
  const changed: PositionRecord = {
    ...record,
    margin: add(record.margin, amount),
    addedMargin: add(record.addedMargin, amount),
    // The liquidation price is further away now, so the user is warned again when it comes near.
    warned: null,
  };
  const after = { ...loaded.account, balance: subtract(loaded.account.balance, amount) };
  await write(tx, { ...loaded, account: after }, changed);
  await updateCrossBands(tx, loaded, after);
  await commitChanges(tx, [changeAt(changed, 'add_margin', { ...loaded.account, ...own })]);
  return { answered: record.id, changed: [changed], entries: [addMarginEntry(record, amount)] };
}

function requireNotOver({ status }: PositionRecord): void {
  if (status !== 'trading' && status !== 'pending') throw new BusinessError('POSITION_NOT_OPEN');
}

async function loadOf(tx: Transaction, { userId, currencyId }: PositionRecord): Promise<LoadedAccount> {
  return loadAccount(tx, { userId, currencyId }, await readMarks(tx));
}

/** The prices that bound stops: the last tick, or the target of a pending order; and the liquidation price. */
function stopBounds(
  { account }: LoadedAccount,
  record: PositionRecord,
): { readonly price: Decimal; readonly liquidation: Decimal | undefined } {
  const { status, marketId } = record;
  if (status === 'pending') {
    const { targetPrice } = toPendingOrder(record);
    return { price: targetPrice, liquidation: pendingLiquidation(account, record) };
  }
  const mark = account.marks.get(marketId);
  if (mark === undefined) throw new Error(`market ${marketId} has no price, though something is open in it`);
  const position = toOpenPosition(record);
  const liquidation =
    position.mode === 'isolated'
      ? liquidationPrice(position)
      : crossLiquidationPrice(crossOf(account), { position, price: mark.price });
  return { price: mark.price, liquidation };
}

async function write(tx: Transaction, { account }: LoadedAccount, record: PositionRecord): Promise<void> {
  const after =
    record.status === 'pending'
      ? account
      : {
          ...account,
          positions: account.positions.map((position) =>
            position.id === record.id ? toOpenPosition(record) : position,
          ),
        };
  await updatePositions(tx, [{ record, band: bandOf(after, record) }]);
}
