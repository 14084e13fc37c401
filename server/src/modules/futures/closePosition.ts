/** Closing positions by request, whole or in part, and reversing them. */
import type { RequestOf } from '@halyard/contract/call';
import type { reversePosition } from '@halyard/contract/futures/calls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import type { MarketStatus } from '@halyard/contract/market/calls';
import { ZERO } from '@halyard/contract/money';
import { closeManually } from '@halyard/contract/futures/advance';
import { readLots } from '@halyard/contract/futures/order';
import { cutLots, opposite } from '@halyard/contract/futures/position';
import { FRESH_PRICE_MS, type PricePoint } from '@halyard/contract/options/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { Transaction } from '../../db/database.ts';
import type { ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { loadAccount, openHouseLedger, type LoadedAccount } from './accounts.ts';
import type { AskedAt, Done } from './futuresWrite.ts';
import { changeAt, changeByTick, commitChanges, bandOf, createOutcomes } from './outcomes.ts';
import { readCurrentTerms, requireMarket, requireTrading } from './currentTerms.ts';
import { open, readMarks } from './openPosition.ts';
import {
  toOpenPosition,
  type PositionRecord,
  insertPositions,
  isClosedBy,
  markClosedBy,
  nextPositionId,
  updatePositions,
} from './positionsRepository.ts';
import { findOwn } from './readPositions.ts';

/** A position of a user, at an instant of the exchange's clock. */
export type Own = { readonly userId: UserId; readonly id: PositionId; readonly nowMs: number };
/** The same for a change that may increase the user's open exposure. */
export type OwnPurchase = Own & { readonly limit: ExposureLimit };
/** The same for a change that a tick carries out. */
export type OwnAsked = Own & AskedAt;

/**
 * Closes a position, or some lots of it, at the first tick after the request. Without such a tick yet, or while prices
 * are stale, the request is stored with the row, and the tick closes it as a stop does. The caller holds the futures
 * lock and has advanced all markets. Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN, MARKET_SUSPENDED,
 * LOTS_INVALID, LOTS_TOO_MANY.
 */
export async function close(tx: Transaction, own: OwnAsked, lots?: string | number): Promise<Done> {
  const state = await requireOpen(tx, own);
  const { record } = state;
  // No tick will come: everything in the market ends with its series.
  if (state.status === 'feed-ended') throw new BusinessError('MARKET_SUSPENDED');
  const wanted = lots === undefined || lots === '' ? record.lots : readLots(lots);
  if (typeof wanted !== 'number') throw refusal(wanted);
  if (wanted > record.lots) throw new BusinessError('LOTS_TOO_MANY', { min: 1, max: record.lots });
  if (record.closingFrom !== null) return { ...CLOSING, answered: record.id, changed: [] };
  const { mark, isMet } = state;
  return mark !== undefined && isMet
    ? closeAtMark(tx, own, { ...state, mark, lots: wanted })
    : closeLater(tx, own, { ...state, lots: wanted });
}

const CLOSING = { notice: 'CONTRACT_CLOSING', entries: [] } as const;

/** Closes at the last tick that all positions have seen. */
async function closeAtMark(
  tx: Transaction,
  { askedMs }: OwnAsked,
  { record, loaded, mark, lots }: Open & { readonly mark: PricePoint; readonly lots: number },
): Promise<Done> {
  const { target, account } =
    lots === record.lots ? { target: record, account: loaded } : await cut(tx, loaded, { record, lots });
  const house = await openHouseLedger(tx, { orders: [], currencies: [record.currencyId] });
  const outcomes = createOutcomes(house);
  outcomes.take(account, closeManually(account.account, target.id));
  const { changed, entries } = await outcomes.write(tx);
  const rest = lots === record.lots ? [] : [account.records.get(record.id) ?? record];
  // A closed part is never committed to, so it has no terms of its own.
  const [remaining, cause] =
    rest[0] === undefined ? ([record, 'close'] as const) : ([rest[0], 'partial_close'] as const);
  await commitChanges(tx, [changeByTick(remaining, cause, { tick: mark, askedMs })]);
  return { answered: target.id, changed: [...changed, ...rest], entries };
}

/** Closes at the first tick from the request on, which is still to come. A part becomes a row of its own. */
async function closeLater(
  tx: Transaction,
  own: OwnAsked,
  { record, loaded, lots }: Open & { readonly lots: number },
): Promise<Done> {
  const closingFrom = new Date(own.fromMs).toISOString();
  const { target, account } =
    lots === record.lots
      ? withChanged(loaded, { ...record, closingFrom })
      : await cut(tx, loaded, { record, lots, closingFrom });
  // The number of positions in an account decides which ticks touch them.
  const trading = [...account.records.values()].filter(({ status }) => status === 'trading');
  await updatePositions(
    tx,
    trading.map((one) => ({ record: one, band: bandOf(account.account, one) })),
  );
  const remaining = account.records.get(record.id) ?? record;
  const cause = target.id === record.id ? 'closing' : 'partial_close';
  await commitChanges(tx, [changeAt(remaining, cause, { ...loaded.account, nowMs: own.nowMs })]);
  return { ...CLOSING, answered: target.id, changed: target.id === record.id ? [target] : [target, remaining] };
}

/**
 * {@link close} for one of the positions of a request to close all; a position that this request has closed already
 * stays as it is.
 */
export async function closeUnder(tx: Transaction, own: OwnAsked, requestId: string | undefined): Promise<Done> {
  if (requestId === undefined) return close(tx, own);
  if (await isClosedBy(tx, own, requestId)) return { answered: own.id, changed: [], entries: [] };
  // Before the position has ended, since its row does not change afterwards.
  await markClosedBy(tx, own, requestId);
  return close(tx, own);
}

/**
 * Closes a position and opens as many lots of the other side at the same tick, or neither. Returns the new one. Only
 * margin beyond that of the closed one counts as added exposure. Throws `BusinessError` with the codes of both.
 */
export async function reverse(
  tx: Transaction,
  own: OwnPurchase & AskedAt,
  { worstPrice, termsHash }: Pick<RequestOf<typeof reversePosition>, 'worstPrice' | 'termsHash'>,
): Promise<Done> {
  const state = await requireOpen(tx, own);
  const { record, mark } = state;
  if (state.status !== 'trading') throw new BusinessError('MARKET_SUSPENDED');
  if (record.closingFrom !== null) throw new BusinessError('POSITION_NOT_OPEN');
  // Both at one tick, or neither.
  if (mark === undefined || !state.isMet) throw new BusinessError('PRICE_STALE');
  const closed = await closeAtMark(tx, own, { ...state, mark, lots: record.lots });
  // The new margin may be paid from the returned amount.
  await postEntries(tx, closed.entries);
  const { side, mode, lots, leverage } = record;
  const order = { side: opposite(side), mode, lots, leverage, targetPrice: null, takeProfit: null, stopLoss: null };
  const current = await readCurrentTerms(tx, own.nowMs, { marketId: record.marketId });
  requireTrading(current.market);
  if (!current.terms.leverages.includes(leverage))
    throw new BusinessError('LEVERAGE_INVALID', { choices: current.terms.leverages.join(', ') });
  // The closed one may have been opened on terms with a shorter delay.
  const fromMs = Math.max(own.fromMs, own.askedMs + (current.terms.entryDelayMs ?? 0));
  const opening = {
    userId: own.userId,
    order,
    worstPrice,
    termsHash,
    clientRequestId: undefined,
    limit: own.limit,
    askedMs: own.askedMs,
    fromMs,
    freed: record.margin,
  };
  const opened = await open(tx, current, opening);
  return { ...opened, changed: [...closed.changed, ...opened.changed] };
}

/** An open position with its whole account. */
type Open = { readonly record: PositionRecord; readonly loaded: LoadedAccount };
type OpenState = Open & {
  readonly status: MarketStatus;
  /** The last tick that the position has seen. */
  readonly mark: PricePoint | undefined;
  /** Whether that tick may carry out the request. */
  readonly isMet: boolean;
};

/** An open position of the user. Throws `BusinessError`: POSITION_NOT_FOUND, POSITION_NOT_OPEN. */
async function requireOpen(tx: Transaction, { userId, id, nowMs, fromMs, isMet }: OwnAsked): Promise<OpenState> {
  const record = await findOwn(tx, userId, id);
  if (record.status !== 'trading') throw new BusinessError('POSITION_NOT_OPEN');
  const { status, reference } = await requireMarket(tx, record.marketId);
  const atMs = Math.max(nowMs, reference === undefined ? 0 : Date.parse(reference.at));
  const marks = await readMarks(tx);
  const { currencyId } = record;
  const loaded = await loadAccount(tx, { userId, currencyId }, marks);
  const mark = marks.get(record.marketId);
  const markMs = mark === undefined ? 0 : Date.parse(mark.at);
  const isUsable = isMet && status === 'trading' && markMs >= fromMs && atMs - markMs <= FRESH_PRICE_MS;
  return { record, loaded, status, mark, isMet: isUsable };
}

/** An account with one of its positions changed. */
function withChanged(loaded: LoadedAccount, target: PositionRecord): Cut {
  const { account, records } = loaded;
  const positions = account.positions.map((one) => (one.id === target.id ? toOpenPosition(target) : one));
  return {
    target,
    account: { ...loaded, account: { ...account, positions }, records: new Map([...records, [target.id, target]]) },
  };
}

type Cut = { readonly target: PositionRecord; readonly account: LoadedAccount };

/** Moves lots of a position into a row of their own, which is about to be closed. */
async function cut(
  tx: Transaction,
  loaded: LoadedAccount,
  {
    record,
    lots,
    closingFrom = null,
  }: { readonly record: PositionRecord; readonly lots: number; readonly closingFrom?: string | null },
): Promise<Cut> {
  const { part, rest } = cutLots(toOpenPosition(record), lots);
  const moneyOf = ({ lots: of, quantity, originMargin, margin, reserve }: typeof part) => ({
    lots: of,
    quantity,
    originMargin,
    margin,
    reserve,
  });
  // Amounts that were paid once stay with the remaining row, so that sums over rows count them once.
  const once = { fee: ZERO, addedMargin: ZERO, overnightTotal: ZERO, clientRequestId: null };
  const target = {
    ...record,
    ...moneyOf(part),
    ...once,
    closingFrom,
    id: await nextPositionId(tx),
    parentId: record.id,
  };
  const left = { ...record, ...moneyOf(rest) };
  await insertPositions(tx, [{ record: target, band: null }]);
  const { account, records } = loaded;
  const positions = [
    ...account.positions.map((position) => (position.id === record.id ? toOpenPosition(left) : position)),
    toOpenPosition(target),
  ];
  return {
    target,
    account: {
      ...loaded,
      account: { ...account, positions },
      records: new Map([...records, [left.id, left], [target.id, target]]),
    },
  };
}
