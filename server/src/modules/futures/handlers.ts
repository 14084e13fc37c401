/** Handlers of the calls that change positions. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { NoticeCode } from '@halyard/contract/errors';
import { crossLiquidationPrice, crossOf, freeOf } from '@halyard/contract/futures/account';
import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/calls';
import { checkStops } from '@halyard/contract/futures/order';
import { liquidationPrice } from '@halyard/contract/futures/position';
import type { PositionId, UserId } from '@halyard/contract/ids';
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
import { answerUser, BusinessError, refusal, type CallHandler, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import type { Reader, Transaction } from '../../db/database.ts';
import { findFirstAnswer, refuseExpired, runOnce } from '../../db/runOnce.ts';
import { requireRoom } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { CancelOnBreak, ModuleDeps } from '../../module.ts';
import { requireCosigned } from '../../transparency/cosigned.ts';
import { persistLog } from '../../transparency/logStore.ts';
import { loadAccount, type LoadedAccount, pendingLiquidation } from './accounts.ts';
import { bringUpToDate } from './advanceMarkets.ts';
import { close, closeUnder, reverse, type Own, type OwnAsked, type OwnPurchase } from './closePosition.ts';
import { readCurrentTerms, requireFresh } from './currentTerms.ts';
import {
  areTicksMet,
  emitPositions,
  instantsOf,
  readCloseRequests,
  requireTicks,
  waitForLog,
  writeFutures,
  type AskedAt,
  type CloseRequest,
  type Done,
  type FuturesDeps,
  type WriteCall,
} from './futuresWrite.ts';
import { addMarginEntry, cancelEntry } from './ledgerEntries.ts';
import { open, requireOrder, readMarks, updateCrossBands, requireStop } from './openPosition.ts';
import { commitChanges, changeAt, bandOf } from './outcomes.ts';
import {
  listClosing,
  listToClose,
  lockFutures,
  selectPositions,
  toOpenPosition,
  toPendingOrder,
  type PositionRecord,
  updatePositions,
} from './positionsRepository.ts';
import { findOwn } from './readPositions.ts';

/** A call that names a position. */
type PositionCall = WriteCall & {
  readonly request: { readonly _zod: { readonly output: { readonly id: PositionId } } };
};

export function createWriteHandlers(deps: FuturesDeps & Pick<ModuleDeps, 'catalogue'>): readonly CallHandler[] {
  /** A change of one position of the user that cannot be refused without the lock. */
  const change = <C extends PositionCall>(
    call: C,
    notice: NoticeCode,
    run: (tx: Transaction, own: OwnAsked, request: RequestOf<C>) => Promise<Done>,
    check: (own: Pick<Own, 'userId' | 'id'>) => Promise<AskedAt> = () => waitNow(deps),
  ) =>
    answerUser(call, (request, caller) =>
      writeFutures(deps, {
        call,
        caller,
        request,
        notice,
        check: () => check({ userId: caller.user.id, id: request.id }),
        run: (tx, asked) =>
          run(tx, { userId: caller.user.id, id: request.id, nowMs: deps.clock.nowMs(), ...asked }, request),
      }),
    );
  /** A change that may increase the user's open exposure. `isBuying`: not where futures are off. */
  const changeBuying = <C extends PositionCall>(
    call: C,
    notice: NoticeCode,
    buy: (tx: Transaction, own: OwnPurchase & AskedAt, request: RequestOf<C>) => Promise<Done>,
    {
      isBuying,
      check = () => waitNow(deps),
    }: { readonly isBuying: boolean; readonly check?: (own: Pick<Own, 'userId' | 'id'>) => Promise<AskedAt> },
  ) =>
    answerOffered(deps, { call, product: 'futures', isBuying: () => isBuying }, (request, caller) =>
      writeFutures(deps, {
        call,
        caller,
        request,
        notice,
        check: () => check({ userId: caller.user.id, id: request.id }),
        buy: (tx, limit, asked) =>
          buy(tx, { userId: caller.user.id, id: request.id, nowMs: deps.clock.nowMs(), limit, ...asked }, request),
      }),
    );
  return [
    answerOffered(deps, { call: openPosition, product: 'futures' }, (request, caller) =>
      writeFutures(deps, {
        call: openPosition,
        caller,
        request,
        notice: 'CONTRACT_SUBMITTED',
        check: () => checkOpening(deps, caller, request),
        buy: (tx, limit, { askedMs, fromMs }) =>
          openAsked(tx, { userId: caller.user.id, limit, nowMs: deps.clock.nowMs(), askedMs, fromMs }, request),
      }),
    ),
    change(
      closePosition,
      'CONTRACT_CLOSED',
      (tx, own, { lots }) => close(tx, own, lots),
      (own) => checkClosing(deps, own),
    ),
    change(setStops, 'STOPS_SET', changeStops),
    change(cancelPosition, 'CONTRACT_CANCELLED', cancel),
    // More margin keeps a position; a reversal opens another one.
    changeBuying(addMargin, 'MARGIN_ADDED', increaseMargin, { isBuying: false }),
    changeBuying(reversePosition, 'CONTRACT_REVERSED', reverse, {
      isBuying: true,
      check: (own) => checkReversing(deps, own),
    }),
    answerUser(closePositions, (request, caller) => closeAll(deps, caller, request)),
  ];
}

/** Opens the requested position or order on the terms in force. */
async function openAsked(
  tx: Transaction,
  { nowMs, ...buyer }: Pick<OwnPurchase & AskedAt, 'userId' | 'limit' | 'nowMs' | 'askedMs' | 'fromMs'>,
  request: RequestOf<typeof openPosition>,
): Promise<Done> {
  const current = await readCurrentTerms(tx, nowMs, request);
  const { worstPrice, termsHash, clientRequestId } = request;
  return open(tx, current, { ...buyer, order: requireOrder(current, request), worstPrice, termsHash, clientRequestId });
}

/** Checks a change that needs no tick of its own. */
async function waitNow({ db, clock }: FuturesDeps): Promise<AskedAt> {
  const atMs = clock.nowMs();
  await waitForLog(db);
  return { ...instantsOf({ atMs }), isMet: true };
}

/** Waits for a tick that closes a position, if its market has current prices. */
async function checkClosing(deps: FuturesDeps, { userId, id }: Pick<Own, 'userId' | 'id'>): Promise<AskedAt> {
  return waitToClose(deps, (await readCloseRequests(deps, userId, [id])).get(id));
}

/** The same for a tick that opens a position on the terms in force as well. */
async function checkReversing(deps: FuturesDeps, { userId, id }: Pick<Own, 'userId' | 'id'>): Promise<AskedAt> {
  const { db, clock, settings } = deps;
  await requireCosigned(db, clock, settings);
  const asked = (await readCloseRequests(deps, userId, [id])).get(id);
  if (asked === undefined) return waitToClose(deps, undefined);
  const { entryDelayMs = 0 } = (await readCurrentTerms(db, clock.nowMs(), asked)).terms;
  return waitToClose(deps, { ...asked, delayMs: Math.max(asked.delayMs ?? 0, entryDelayMs) });
}

async function waitToClose(deps: FuturesDeps, asked: CloseRequest | undefined): Promise<AskedAt> {
  return {
    ...instantsOf(asked ?? { atMs: deps.clock.nowMs() }),
    isMet: asked?.isFresh === true && (await areTicksMet(deps.db, [asked])),
  };
}

/** Refuses without the lock what it can, then waits for a tick to open at. */
async function checkOpening(
  { db, clock, takeTurn, settings }: FuturesDeps,
  { user }: UserCaller,
  request: RequestOf<typeof openPosition>,
): Promise<AskedAt> {
  await requireCosigned(db, clock, settings);
  const current = await readCurrentTerms(db, clock.nowMs(), request);
  requireOrder(current, request);
  requireFresh(current.market.reference, current.atMs);
  await limitWithoutId(takeTurn, { call: openPosition, userId: user.id, request });
  const { entryDelayMs: delayMs = 0 } = current.terms;
  return requireTicks(db, { seriesId: current.market.seriesId, atMs: current.atMs, delayMs });
}

/**
 * Closes one position after the other, each in a transaction of its own that records the request. Repeated under its
 * id, concurrently or after a crash, it closes the remaining ones and names those that it closed before.
 */
async function closeAll(deps: FuturesDeps, caller: UserCaller, request: RequestOf<typeof closePositions>) {
  const { db } = deps;
  const { user, language } = caller;
  const { side, clientRequestId: requestId } = request;
  const nowMs = deps.clock.nowMs();
  // A request that began in time is answered as done, however long it takes.
  const once = { call: closePositions, userId: user.id, requestId, request, clock: { nowMs: () => nowMs } };
  const first = await findFirstAnswer(db, once);
  if (first !== undefined) return first;
  refuseExpired(once);
  const ids = await listToClose(db, user.id, { side, requestId });
  const asked = await readCloseRequests(deps, user.id, ids);
  const fresh = [...asked.values()].filter(({ isFresh }) => isFresh);
  // One wait for all of them.
  const met = fresh.length === 0 ? Promise.resolve(false) : areTicksMet(db, fresh);
  const done: PositionId[] = [];
  const failed: { id: PositionId; code: string }[] = [];
  for (const id of ids) {
    const own = asked.get(id);
    const check = async () => ({
      ...instantsOf(own ?? { atMs: nowMs }),
      isMet: own?.isFresh === true && (await met),
    });
    try {
      await writeFutures(deps, {
        call: closePosition,
        caller,
        request: { id },
        notice: 'CONTRACT_CLOSED',
        check,
        run: (tx, askedAt) => closeUnder(tx, { userId: user.id, id, nowMs: deps.clock.nowMs(), ...askedAt }, requestId),
      });
      done.push(id);
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      failed.push({ id, code: error.code });
    }
  }
  const waiting = await listClosing(db, done);
  const closing = done.filter((id) => waiting.has(id));
  const answer = {
    closed: done.filter((id) => !waiting.has(id)),
    ...(closing.length > 0 && { closing }),
    failed,
  };
  const notice = closing.length > 0 ? 'CONTRACT_CLOSING' : 'CONTRACTS_CLOSED';
  return runOnce(db, once, async () => (requestId === undefined ? noticeOf(language, notice) : answer));
}

// Changing open positions and orders: stops, added margin, and cancelling an order.

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
    takeProfit: requireStop(request.takeProfit, places),
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

/** Cancels the orders of a user that wait for their price, so that none of them opens during a break. */
export const cancelOnBreak: CancelOnBreak = {
  prepare: async (db, userId) => {
    if ((await selectWaiting(db, userId)).length > 0) await waitForLog(db);
  },
  cancel: async (tx, userId, nowMs) => {
    // A request that is under way gets this lock later, and finds the break.
    await lockFutures(tx);
    if ((await selectWaiting(tx, userId)).length === 0) return;
    await persistLog(tx);
    const advanced = await bringUpToDate(tx);
    const cancelled = [];
    for (const { id } of await selectWaiting(tx, userId)) cancelled.push(await cancel(tx, { userId, id, nowMs }));
    await postEntries(
      tx,
      cancelled.flatMap(({ entries }) => entries),
    );
    emitPositions(tx, [...advanced, ...cancelled.flatMap(({ changed }) => changed)]);
  },
};

function selectWaiting(reader: Reader, userId: UserId) {
  return selectPositions(reader, sql`where p.user_id = ${userId} and p.status = 'pending'`);
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
