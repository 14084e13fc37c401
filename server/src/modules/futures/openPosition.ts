/** Opening a position at the first tick that comes after its request, or leaving an order for a price. */
import type { RequestOf } from '@halyard/contract/call';
import type { openPosition } from '@halyard/contract/futures/calls';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, compare, multiply, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { freeOf } from '@halyard/contract/futures/cross';
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
import { BusinessError, refusal } from '../../calls/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { requireRoom, type ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { loadAccount, type LoadedAccount } from './accounts.ts';
import { changeByTick, commitChanges } from './commitChanges.ts';
import type { Done } from './futuresWrite.ts';
import { ensureCursor, marksOf, readCursors } from './cursors.ts';
import { largestReserve, readPromised } from './house.ts';
import { openEntries, orderEntry } from './ledgerEntries.ts';
import { liquidationOf } from './liquidation.ts';
import { requireAsked, requireFresh, requireTrading, type CurrentTerms } from './currentTerms.ts';
import { bandOf } from './outcomes.ts';
import { toOpenPosition, toPendingOrder, type PositionRecord } from './positionRow.ts';
import { insertPositions, nextPositionId, updatePositions } from './positionsRepository.ts';

type Request = RequestOf<typeof openPosition>;

/** What is wanted of a user, and how he names it. */
export type Opening = {
  readonly userId: UserId;
  readonly order: PositionOrder;
  readonly worstPrice: Decimal | undefined;
  readonly termsHash: string | undefined;
  readonly clientRequestId: string | undefined;
  readonly limit: ExposureLimit;
  /** When the user asked for it: it takes place at a tick that is not from before. */
  readonly askedMs: number;
  /** Margin that the same transaction gave back. */
  readonly freed?: Decimal;
};

/**
 * What a request asks for, by the rules that need no account. Throws `BusinessError`: MARKET_SUSPENDED, LOTS_REQUIRED,
 * LOTS_INVALID, LOTS_TOO_FEW, LOTS_TOO_MANY, LEVERAGE_INVALID, DIRECTION_INVALID, PRICE_REQUIRED, PRICE_PRECISION.
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
    stopProfit: requireStop(request.stopProfit, terms.pricePrecision),
    stopLoss: requireStop(request.stopLoss, terms.pricePrecision),
  };
}

/** A stop of a request; null where there is none. Throws `BusinessError`: PRICE_PRECISION. */
export function requireStop(written: Decimal | null | undefined, places: number): Decimal | null {
  const stop = readStop(written, places);
  if (stop !== null && typeof stop === 'object') throw refusal(stop);
  return stop;
}

/**
 * Opens what is wanted. The caller holds the lock of contracts and has brought all up to date. Throws `BusinessError`
 * with the codes that the call documents.
 */
export async function open(tx: Transaction, offer: CurrentTerms, opening: Opening): Promise<Done> {
  const { market, terms, atMs } = offer;
  const { userId, order, askedMs } = opening;
  await ensureCursor(tx, market.seriesId);
  const marks = await readMarks(tx);
  // What has come in since all was brought up to date is for the next look, also at what opens here. An order that
  // waits is not judged by an old price either: whether it opens at once hangs on it.
  const tick = marks.get(market.id) ?? requireFresh(undefined, atMs);
  const loaded = await loadAccount(tx, { userId, currencyId: market.quoteId }, marks);
  const draft = draftOrder(order, tick.price, terms);
  const judged = { draft, order, tick, offer };
  requireStops(loaded.account, judged);
  requireFew(loaded, judged);
  requireFresh(tick, atMs);
  requireAsked(tick, { askedMs, atMs });
  requirePrice(opening, draft);
  if (opening.termsHash !== undefined && opening.termsHash !== offer.termsHash)
    throw new BusinessError('TERMS_CHANGED');
  await requireExposure(tx, offer, opening, draft);
  if (draft.opensNow) await requireHouse(tx, { offer, opening, draft, tick });
  requireMoney(loaded.account, draft);
  const record: PositionRecord = {
    ...recordOf(offer, opening, draft),
    id: await nextPositionId(tx),
    openTick: draft.opensNow ? tick : null,
    // The instant of its tick, so that a search by time finds that tick.
    openedAt: draft.opensNow ? tick.at : null,
  };
  const after = accountWith(loaded.account, record, draft);
  await insertPositions(tx, [{ record, band: bandOf(after, record) }]);
  await rebandCross(tx, loaded, after);
  const cause = draft.opensNow ? 'open' : 'order';
  await commitChanges(tx, [changeByTick(record, cause, { tick, askedMs })]);
  const entries = draft.opensNow ? openEntries(record, draft) : [orderEntry(record, draft)];
  return { answered: record.id, changed: [record], entries };
}

/** The last ticks by market, up to which all is brought up to date. */
export async function readMarks(tx: Transaction): Promise<Map<number, PricePoint>> {
  return marksOf(await readCursors(tx));
}

/** Writes which ticks touch the cross positions of an account when its balance or their number has changed. */
export async function rebandCross(tx: Transaction, loaded: LoadedAccount, after: MarginAccount): Promise<void> {
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
  readonly offer: CurrentTerms;
};

/** Throws `BusinessError`: STOP_PROFIT_SIDE, STOP_LOSS_SIDE, STOP_LOSS_BEYOND_LIQUIDATION, PRICE_PRECISION. */
function requireStops(account: MarginAccount, { draft, order, tick, offer: { terms } }: Judged): void {
  const price = draft.opensNow ? tick.price : draft.openPrice;
  const found = checkStops(order, {
    price,
    liquidation: liquidationOf(account, { ...draft, paid: add(draft.margin, draft.fee) }),
    places: terms.pricePrecision,
  });
  if (found !== undefined) throw refusal(found);
}

/** Throws `BusinessError`: LEVERAGE_INVALID, LOTS_TOO_MANY, POSITIONS_TOO_MANY. */
function requireFew({ account, records }: LoadedAccount, { draft, order, offer }: Judged): void {
  const { market, terms, limits } = offer;
  const other = notionalIn([...records.values()].filter(({ marketId }) => marketId === market.id));
  const found = checkLeverage(order, { notional: draft.notional, other }, terms);
  if (found !== undefined) throw refusal(found);
  const [count, max] = draft.opensNow
    ? [account.positions.length, limits.positionsMax]
    : [account.pending.length, limits.pendingMax];
  if (count >= max) throw new BusinessError('POSITIONS_TOO_MANY', { max });
}

/** Notionals at the prices at which they opened, or will. */
export function notionalIn(
  records: readonly Pick<PositionRecord, 'openPrice' | 'targetPrice' | 'quantity'>[],
): Decimal {
  return add(
    ZERO,
    ...records.map(({ openPrice, targetPrice, quantity }) => multiply(openPrice ?? targetPrice ?? ZERO, quantity)),
  );
}

/** Counts what the row will hold. Throws `BusinessError('UNVERIFIED_LIMIT')`. */
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
function requirePrice({ order, worstPrice }: Opening, { opensNow, openPrice }: DraftedOrder): void {
  if (opensNow && worstPrice !== undefined && isWorse(order.side, openPrice, worstPrice))
    throw new BusinessError('PRICE_MOVED', { price: openPrice });
}

/** Throws `BusinessError('HOUSE_LIMIT')`. */
async function requireHouse(
  tx: Transaction,
  {
    offer,
    opening,
    draft,
    tick,
  }: {
    readonly offer: CurrentTerms;
    readonly opening: Opening;
    readonly draft: DraftedOrder;
    readonly tick: PricePoint;
  },
): Promise<void> {
  const { market, terms } = offer;
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
  const { side, mode, lots, leverage, targetPrice, stopProfit, stopLoss } = order;
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
    stopProfit,
    stopLoss,
    quantity: draft.quantity,
    openPrice: draft.opensNow ? draft.openPrice : null,
    originMargin: draft.margin,
    margin: draft.margin,
    fee: draft.fee,
    reserve: draft.opensNow ? draft.reserve : ZERO,
    addedMargin: ZERO,
    overnightTotal: ZERO,
    nightPaid: null,
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

/** The account with what was opened in it, and paid from it. */
function accountWith(account: MarginAccount, record: PositionRecord, { margin, fee }: DraftedOrder): MarginAccount {
  const balance = subtract(account.balance, add(margin, fee));
  return record.status === 'trading'
    ? { ...account, balance, positions: [...account.positions, toOpenPosition(record)] }
    : { ...account, balance, pending: [...account.pending, toPendingOrder(record)] };
}
