/** Opening a position at the first tick after its request, or placing an order for a target price. */
import type { RequestOf } from '@halyard/contract/call';
import { crossOf, freeOf, type MarginAccount } from '@halyard/contract/futures/account';
import type { openPosition } from '@halyard/contract/futures/calls';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, compare, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import {
  checkLeverage,
  checkLots,
  checkPrice,
  checkStops,
  draftOrder,
  isWorse,
  lotsWithin,
  readLots,
  readStop,
  type DraftedOrder,
  type PositionOrder,
} from '@halyard/contract/futures/order';
import type { PricePoint } from '@halyard/contract/options/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { Transaction } from '../../db/database.ts';
import { requireRoom, type ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { refuseOnBreak } from '../../limits/tradingBreak.ts';
import { largestReserve, liquidationOf, loadAccount, readPromised, type LoadedAccount } from './accounts.ts';
import { ensureCursor, marksOf, readCursors } from './advanceMarkets.ts';
import { changeByTick, commitChanges, bandOf } from './outcomes.ts';
import type { Done } from './futuresWrite.ts';
import { openEntries, orderEntry } from './ledgerEntries.ts';
import { requireAsked, requireFresh, requireTrading, type CurrentTerms } from './currentTerms.ts';
import {
  toOpenPosition,
  toPendingOrder,
  type PositionRecord,
  insertPositions,
  nextPositionId,
  updatePositions,
} from './positionsRepository.ts';

type Request = RequestOf<typeof openPosition>;

/** A requested position or order of a user. */
export type Opening = {
  readonly userId: UserId;
  readonly order: PositionOrder;
  readonly worstPrice: Decimal | undefined;
  readonly termsHash: string | undefined;
  readonly clientRequestId: string | undefined;
  readonly limit: ExposureLimit;
  /** The instant of the request, and the earliest time of its tick. */
  readonly askedMs: number;
  readonly fromMs: number;
  /** Margin that the same transaction released. */
  readonly freed?: Decimal;
};

/**
 * The order of a request, checked by the rules that need no account. Throws `BusinessError`: MARKET_SUSPENDED,
 * LOTS_REQUIRED, LOTS_INVALID, LOTS_TOO_FEW, LOTS_TOO_MANY, LEVERAGE_INVALID, DIRECTION_INVALID, PRICE_REQUIRED,
 * PRICE_PRECISION.
 */
export function requireOrder({ market, terms }: CurrentTerms, request: Request): PositionOrder {
  requireTrading(market);
  const lots = readLots(request.lots);
  if (typeof lots !== 'number') throw refusal(lots);
  const { leverage, side, kind = 'market' } = request;
  const found = checkLots(lots, terms);
  if (found !== undefined) throw refusal(found);
  if (leverage == null || !terms.leverages.includes(leverage))
    throw new BusinessError('LEVERAGE_INVALID', { choices: terms.leverages.join(', ') });
  if (side == null) throw new BusinessError('DIRECTION_INVALID');
  const targetPrice = kind === 'limit' ? request.targetPrice : undefined;
  const fault = kind === 'limit' ? checkPrice(targetPrice, terms.pricePrecision) : undefined;
  if (fault !== undefined) throw refusal(fault);
  return {
    side,
    mode: request.mode ?? 'isolated',
    lots,
    leverage,
    targetPrice: targetPrice ?? null,
    takeProfit: requireStop(request.takeProfit, terms.pricePrecision),
    stopLoss: requireStop(request.stopLoss, terms.pricePrecision),
  };
}

/** A stop of a request; null when there is none. Throws `BusinessError`: PRICE_PRECISION. */
export function requireStop(written: Decimal | null | undefined, places: number): Decimal | null {
  const stop = readStop(written, places);
  if (stop !== null && typeof stop === 'object') throw refusal(stop);
  return stop;
}

/**
 * Opens a position or places an order. The caller holds the futures lock and has advanced all markets. Throws
 * `BusinessError` with the codes that the call documents.
 */
export async function open(tx: Transaction, current: CurrentTerms, opening: Opening): Promise<Done> {
  const { market, terms, atMs } = current;
  const { userId, order, askedMs, fromMs } = opening;
  await ensureCursor(tx, market.seriesId);
  const marks = await readMarks(tx);
  // Ticks that have arrived since the advance are processed by the next step, also for this position. A pending order
  // needs a fresh price too: it decides whether the order opens at once.
  const tick = marks.get(market.id) ?? requireFresh(undefined, atMs);
  const loaded = await loadAccount(tx, { userId, currencyId: market.quoteId }, marks);
  const draft = draftOrder(order, tick.price, terms);
  const judged = { draft, order, tick, current };
  requireStops(loaded.account, judged);
  assertPositionLimits(loaded, judged);
  requireFresh(tick, atMs);
  requireAsked(tick, { askedMs, fromMs, atMs });
  requirePrice(opening, draft);
  if (opening.termsHash !== undefined && opening.termsHash !== current.termsHash)
    throw new BusinessError('TERMS_CHANGED');
  await requireExposure(tx, current, opening, draft);
  if (draft.opensNow) await requireHouse(tx, { current, opening, draft, tick });
  // A break may have begun since the call did; it has cancelled only the orders from before.
  else await refuseOnBreak(tx, userId, { product: 'futures', nowMs: atMs });
  requireMoney(loaded.account, draft);
  const record: PositionRecord = {
    ...recordOf(current, opening, draft),
    id: await nextPositionId(tx),
    openTick: draft.opensNow ? tick : null,
    // The instant of its tick, so that a search by time finds that tick.
    openedAt: draft.opensNow ? tick.at : null,
  };
  const after = accountWith(loaded.account, record, draft);
  await insertPositions(tx, [{ record, band: bandOf(after, record) }]);
  await updateCrossBands(tx, loaded, after);
  const cause = draft.opensNow ? 'open' : 'order';
  await commitChanges(tx, [changeByTick(record, cause, { tick, askedMs })]);
  const entries = draft.opensNow ? openEntries(record, draft) : [orderEntry(record, draft)];
  return { answered: record.id, changed: [record], entries };
}

/** The last ticks by market, up to which everything was advanced. */
export async function readMarks(tx: Transaction): Promise<Map<number, PricePoint>> {
  return marksOf(await readCursors(tx));
}

/** Updates which ticks touch the cross positions of an account after its balance or their number has changed. */
export async function updateCrossBands(tx: Transaction, loaded: LoadedAccount, after: MarginAccount): Promise<void> {
  const cross = [...loaded.records.values()].filter(({ mode, status }) => mode === 'cross' && status === 'trading');
  await updatePositions(
    tx,
    cross.map((record) => ({ record, band: bandOf(after, record) })),
  );
}

type Judged = {
  readonly draft: DraftedOrder;
  readonly order: PositionOrder;
  readonly tick: PricePoint;
  readonly current: CurrentTerms;
};

/** Throws `BusinessError`: STOP_PROFIT_SIDE, STOP_LOSS_SIDE, STOP_LOSS_BEYOND_LIQUIDATION, PRICE_PRECISION. */
function requireStops(account: MarginAccount, { draft, order, tick, current: { terms } }: Judged): void {
  const price = draft.opensNow ? tick.price : draft.entryPrice;
  const found = checkStops(order, {
    price,
    liquidation: liquidationOf(account, { ...draft, paid: add(draft.margin, draft.fee) }),
    places: terms.pricePrecision,
  });
  if (found !== undefined) throw refusal(found);
}

/** Throws `BusinessError`: LEVERAGE_INVALID, LOTS_TOO_MANY, POSITIONS_TOO_MANY. */
function assertPositionLimits({ account, records }: LoadedAccount, { draft, order, current }: Judged): void {
  const { market, terms, limits } = current;
  const other = notionalIn([...records.values()].filter(({ marketId }) => marketId === market.id));
  const found = checkLeverage(order, { notional: draft.notional, other }, terms);
  if (found !== undefined) throw refusal(found);
  const [count, max] = draft.opensNow
    ? [account.positions.length, limits.positionsMax]
    : [account.pending.length, limits.pendingMax];
  if (count >= max) throw new BusinessError('POSITIONS_TOO_MANY', { max });
}

/** Notionals at opening prices, or at target prices. */
export function notionalIn(
  records: readonly Pick<PositionRecord, 'entryPrice' | 'targetPrice' | 'quantity'>[],
): Decimal {
  return add(
    ZERO,
    ...records.map(({ entryPrice, targetPrice, quantity }) => multiply(entryPrice ?? targetPrice ?? ZERO, quantity)),
  );
}

/** Counts the amount that the row will hold. Throws `BusinessError('UNVERIFIED_LIMIT')`. */
async function requireExposure(
  tx: Transaction,
  { market, terms }: CurrentTerms,
  { limit, freed = ZERO }: Opening,
  { opensNow, margin, fee }: DraftedOrder,
): Promise<void> {
  const currency = { id: market.quoteId, name: terms.currency };
  await requireRoom(tx, limit, { currency, amount: opensNow ? margin : add(margin, fee), freed });
}

/** Throws `BusinessError('PRICE_MOVED')`. */
function requirePrice({ order, worstPrice }: Opening, { opensNow, entryPrice }: DraftedOrder): void {
  if (opensNow && worstPrice !== undefined && isWorse(order.side, entryPrice, worstPrice))
    throw new BusinessError('PRICE_MOVED', { price: entryPrice });
}

/** Throws `BusinessError('HOUSE_LIMIT')`. */
async function requireHouse(
  tx: Transaction,
  {
    current,
    opening,
    draft,
    tick,
  }: {
    readonly current: CurrentTerms;
    readonly opening: Opening;
    readonly draft: DraftedOrder;
    readonly tick: PricePoint;
  },
): Promise<void> {
  const { market, terms } = current;
  const { userId, order } = opening;
  const promised = await readPromised(tx, {
    currencyId: market.quoteId,
    marketId: market.id,
    side: order.side,
    userId,
  });
  const reserve = largestReserve(promised);
  if (compare(draft.reserve, reserve) <= 0) return;
  throw new BusinessError('HOUSE_LIMIT', { max: lotsWithin(order, tick.price, { reserve, terms }) });
}

/** Throws `BusinessError('INSUFFICIENT_BALANCE')`. */
function requireMoney(account: MarginAccount, { margin, fee }: DraftedOrder): void {
  const needed = add(margin, fee);
  if (compare(freeOf(crossOf(account)), needed) < 0) throw new BusinessError('INSUFFICIENT_BALANCE', { needed, fee });
}

function recordOf(
  { market, terms, termsHash }: CurrentTerms,
  { userId, order, clientRequestId, askedMs }: Opening,
  draft: DraftedOrder,
): Omit<PositionRecord, 'id' | 'openTick' | 'openedAt'> {
  const { side, mode, lots, leverage, targetPrice, takeProfit, stopLoss } = order;
  const currencyId: CurrencyId = market.quoteId;
  return {
    userId,
    marketId: market.id,
    seriesId: market.seriesId,
    currencyId,
    terms,
    termsHash,
    side,
    mode,
    lots,
    leverage,
    targetPrice,
    takeProfit,
    stopLoss,
    quantity: draft.quantity,
    entryPrice: draft.opensNow ? draft.entryPrice : null,
    originMargin: draft.margin,
    margin: draft.margin,
    fee: draft.fee,
    reserve: draft.opensNow ? draft.reserve : ZERO,
    addedMargin: ZERO,
    overnightTotal: ZERO,
    overnightPaid: null,
    warned: null,
    status: draft.opensNow ? 'trading' : 'pending',
    closeReason: null,
    closeTick: null,
    profit: null,
    returned: null,
    shortfall: null,
    parentId: null,
    clientRequestId: clientRequestId ?? null,
    submittedAt: new Date(askedMs).toISOString(),
    closingFrom: null,
    endedAt: null,
  };
}

/** The account after the opening and its payment. */
function accountWith(account: MarginAccount, record: PositionRecord, { margin, fee }: DraftedOrder): MarginAccount {
  const balance = subtract(account.balance, add(margin, fee));
  return record.status === 'trading'
    ? { ...account, balance, positions: [...account.positions, toOpenPosition(record)] }
    : { ...account, balance, pending: [...account.pending, toPendingOrder(record)] };
}
