/** A user's positions and accounts for calls and files. Ids grow with time, so they define the order of a list. */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import {
  crossLiquidationPrice,
  crossOf,
  crossRate,
  freeOf,
  type MarginAccount,
} from '@halyard/contract/futures/account';
import {
  type FuturesAccount,
  type listPositions,
  POSITIONS_CSV_COLUMNS,
  type positionsCsvRequest,
} from '@halyard/contract/futures/calls';
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, compare, ZERO, type Decimal } from '@halyard/contract/money';
import {
  equityAt,
  profitAt,
  rateOf,
  bankruptcyPrice,
  liquidationPrice,
  profitCapPrice,
} from '@halyard/contract/futures/position';
import { BusinessError } from '../../calls/callHandler.ts';
import { allOf, dayRangeOf, SHOWN_ID_OFFSET, whenGiven } from '../../calls/paging.ts';
import { rowsOf, type Reader, type Database } from '../../db/database.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { readAccount, type Marks, pendingLiquidation, pendingPosition } from './accounts.ts';
import { type PositionRecord, selectPositions, toOpenPosition } from './positionsRepository.ts';

/** Selects positions of a user; all given fields must match. */
export type PositionFilter = Partial<Omit<RequestOf<typeof listPositions>, 'page' | 'limit'>>;

/** Profit of all open positions, and the lowest margin rate among them, in percent; 0 without any. */
export type Totals = { readonly profit: Decimal; readonly hazardRate: Decimal };

/** A position of the user. Throws `BusinessError('POSITION_NOT_FOUND')`. */
export async function findOwn(reader: Reader, userId: UserId, id: PositionId): Promise<PositionRecord> {
  const [record] = await selectPositions(reader, sql`where p.user_id = ${userId} and p.id = ${id}`);
  if (record === undefined) throw new BusinessError('POSITION_NOT_FOUND');
  return record;
}

/** The user's positions with these ids, newest first. */
export async function readPositions(
  reader: Reader,
  userId: UserId,
  ids: readonly PositionId[],
): Promise<FuturesPosition[]> {
  const which = sql`where p.user_id = ${userId} and p.id = any(${sql.param(ids)}::bigint[]) order by p.id desc`;
  return toWire(reader, userId, await selectPositions(reader, which));
}

/** A user's positions, newest first. Throws `BusinessError('RANGE_INVALID')`. */
export async function listOwn(
  reader: Reader,
  userId: UserId,
  filter: PositionFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FuturesPosition[]> {
  // With `after`, reading continues after that row, regardless of the page.
  const from = filter.after === undefined ? sql`offset ${offset}` : sql``;
  const which = sql`where ${conditionsOf(userId, filter)} order by p.id desc limit ${limit} ${from}`;
  return toWire(reader, userId, await selectPositions(reader, which));
}

/** Number of a user's positions. Throws `BusinessError('RANGE_INVALID')`. */
export async function countOwn(reader: Reader, userId: UserId, filter: PositionFilter): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from futures_positions p where ${conditionsOf(userId, { ...filter, after: undefined })}`,
  );
  return row?.total ?? 0;
}

/** Totals of a user's open positions. */
export async function readTotals(reader: Reader, userId: UserId): Promise<Totals> {
  const accounts = await readFuturesAccounts(reader, userId);
  const rates = accounts.map(({ hazardRate }) => hazardRate).filter((rate) => compare(rate, ZERO) !== 0);
  return { profit: add(ZERO, ...accounts.map(({ profit }) => profit)), hazardRate: least(rates) ?? ZERO };
}

/** A user's futures accounts, by currency. */
export async function readFuturesAccounts(reader: Reader, userId: UserId): Promise<FuturesAccount[]> {
  const currencies = await rowsOf<{ id: number; name: string }>(
    reader,
    sql`select id, name from currencies where is_futures order by sort, id`,
  );
  const marks = await readLastTicks(reader);
  const closedEver = await countClosed(reader, userId);
  return Promise.all(
    currencies.map(async ({ id, name }) => {
      const { account, records } = await readAccount(reader, { userId, currencyId: id as CurrencyId }, marks);
      const pendingHeld = [...records.values()]
        .filter(({ status }) => status === 'pending')
        .map(({ margin, fee }) => add(margin, fee));
      return {
        currencyId: id as CurrencyId,
        currency: name,
        closedEver,
        ...figuresOf(account),
        pendingHeld: add(ZERO, ...pendingHeld),
      };
    }),
  );
}

/** Number of positions that a user has closed; parts do not count. */
export async function countClosed(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ closed: number }>(
    reader,
    sql`select count(*)::int as closed from futures_positions where user_id = ${userId} and status = 'closed' and parent_id is null`,
  );
  return row?.closed ?? 0;
}

/** The last tick of every market. */
export async function readLastTicks(reader: Reader): Promise<Marks> {
  const markets = await listMarketRecords(reader);
  return new Map(markets.flatMap(({ id, reference }) => (reference === undefined ? [] : [[id, reference] as const])));
}

function figuresOf(account: MarginAccount) {
  const { balance, positions, marks } = account;
  const priced = positions.map((position) => ({
    position,
    price: marks.get(position.marketId)?.price ?? position.entryPrice,
  }));
  const profit = add(ZERO, ...priced.map(({ position, price }) => profitAt(position, price)));
  const usedMargin = add(ZERO, ...positions.map(({ margin }) => margin));
  const isolated = priced
    .filter(({ position }) => position.mode === 'isolated')
    .map(({ position, price }) => rateOf(equityAt(position, price), position.originMargin));
  const cross = crossRate(crossOf(account));
  return {
    equity: add(balance, usedMargin, profit),
    available: balance,
    usedMargin,
    profit,
    free: freeOf(crossOf(account)),
    hazardRate: least(cross === undefined ? isolated : [...isolated, cross]) ?? ZERO,
    positions: positions.length,
  };
}

/** Rows in wire form, open ones at the last ticks. */
async function toWire(reader: Reader, userId: UserId, records: readonly PositionRecord[]): Promise<FuturesPosition[]> {
  const markets = new Map((await listMarketRecords(reader)).map((market) => [market.id, market]));
  const live = records.filter(({ status }) => status === 'trading' || status === 'pending');
  const open = new Set(live.map(({ currencyId }) => currencyId));
  const marks = open.size === 0 ? new Map() : await readLastTicks(reader);
  const accounts = new Map<CurrencyId, MarginAccount>();
  for (const currencyId of open) {
    accounts.set(currencyId, (await readAccount(reader, { userId, currencyId }, marks)).account);
  }
  return records.map((record) => {
    const market = markets.get(record.marketId);
    if (market === undefined) throw new Error(`there is no market ${record.marketId}`);
    return toWirePosition(record, market, accounts.get(record.currencyId));
  });
}

/** The SQL of a filter. Throws `BusinessError('RANGE_INVALID')`. */
function conditionsOf(userId: UserId, filter: PositionFilter): SQL {
  const { fromAt, untilAt } = dayRangeOf(filter);
  const isOver = sql`p.status in ('closed', 'cancelled')`;
  return allOf([
    sql`p.user_id = ${userId}`,
    ...whenGiven(filter.status, (status) => sql`p.status = ${status}`),
    ...whenGiven(filter.isOver, (over) => (over === 'yes' ? isOver : sql`not (${isOver})`)),
    ...whenGiven(filter.marketId, (id) => sql`p.market_id = ${id}`),
    ...whenGiven(filter.baseId, (id) => sql`p.market_id in (select id from markets where base_id = ${id})`),
    ...whenGiven(filter.quoteId, (id) => sql`p.currency_id = ${id}`),
    ...whenGiven(filter.side, (side) => sql`p.side = ${side}`),
    ...whenGiven(filter.closeReason, (reason) => sql`p.close_reason = ${reason}`),
    ...whenGiven(fromAt, (instant) => sql`p.submitted_at >= ${instant}::timestamptz`),
    ...whenGiven(untilAt, (instant) => sql`p.submitted_at < ${instant}::timestamptz`),
    ...whenGiven(filter.after, (id) => sql`p.id < ${id}`),
  ]);
}

function least(values: readonly Decimal[]): Decimal | undefined {
  return values.toSorted(compare)[0];
}

// English, as legacy clients show them. The language of the user is unknown when an event is published.
const SIDE_NAMES = { long: 'Long', short: 'Short' } as const;
const STATUS_NAMES = { pending: 'Pending', trading: 'Open', closed: 'Closed', cancelled: 'Cancelled' } as const;

/** A position with its market; `account` is the user's, at the last ticks, unless the position has ended. */
function toWirePosition(
  record: PositionRecord,
  market: Pick<MarketRecord, 'baseId' | 'quoteId'>,
  account: MarginAccount | undefined,
): FuturesPosition {
  const { id, userId, side, status, terms, termsHash, marketId, currencyId } = record;
  const { lots, quantity, leverage, originMargin, margin, mode, addedMargin, reserve, closeReason, parentId } = record;
  const mark = status === 'trading' ? account?.marks.get(marketId)?.price : undefined;
  return {
    id,
    userId,
    shownId: id + SHOWN_ID_OFFSET,
    side,
    sideName: SIDE_NAMES[side],
    baseId: market.baseId,
    quoteId: market.quoteId,
    symbol: terms.symbol,
    lots,
    quantity,
    leverage,
    originMargin,
    margin,
    // An order that never opened got its fee back.
    fee: status === 'cancelled' ? ZERO : record.fee,
    overnightRate: terms.overnightRate,
    overnightTotal: record.overnightTotal,
    status,
    statusName: STATUS_NAMES[status],
    isRebateSettled: false,
    orderType: 1,
    marketId,
    currencyId,
    currency: terms.currency,
    mode,
    addedMargin,
    reserve,
    closeReason,
    openTick: record.openTick,
    closeTick: record.closeTick,
    parentId,
    priceSource: terms.priceSource,
    terms,
    termsHash,
    ...(status === 'trading' && record.closingFrom !== null && { closingFrom: record.closingFrom }),
    ...timesOf(record),
    ...pricesOf(record, mark),
    ...endOf(record),
    ...liveFigures(record, account, mark),
  };
}

function timesOf({ submittedAt, openedAt, endedAt }: PositionRecord) {
  return {
    createdAtSeconds: Math.floor(Date.parse(submittedAt) / 1000),
    transactionTime: openedAt ?? '',
    updateTime: endedAt ?? openedAt ?? submittedAt,
    handleTime: endedAt ?? '',
    completeTime: endedAt ?? '',
    time: submittedAt,
    submittedAt,
    openedAt,
    endedAt,
  };
}

function pricesOf(record: PositionRecord, mark: Decimal | undefined) {
  const originPrice = record.openTick?.price ?? record.targetPrice ?? ZERO;
  return {
    originPrice,
    entryPrice: record.entryPrice ?? record.targetPrice ?? ZERO,
    markPrice: record.closeTick?.price ?? mark ?? originPrice,
    takeProfit: record.takeProfit ?? ZERO,
    stopLoss: record.stopLoss ?? ZERO,
  };
}

function endOf({ profit, returned, shortfall }: PositionRecord) {
  return { realizedProfit: profit ?? ZERO, returned: returned ?? ZERO, shortfall: shortfall ?? ZERO };
}

type LiveFigures = Pick<
  FuturesPosition,
  'profit' | 'marginRate' | 'liquidationPrice' | 'bankruptcyPrice' | 'profitCapPrice'
>;

const NO_FIGURES: LiveFigures = {
  profit: ZERO,
  marginRate: null,
  liquidationPrice: ZERO,
  bankruptcyPrice: ZERO,
  profitCapPrice: ZERO,
};

/** As in the preview of the order. */
function pendingFigures(record: PositionRecord, account: MarginAccount): LiveFigures {
  const position = pendingPosition(record);
  return {
    ...NO_FIGURES,
    liquidationPrice: pendingLiquidation(account, record) ?? ZERO,
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
  };
}

function liveFigures(
  record: PositionRecord,
  account: MarginAccount | undefined,
  mark: Decimal | undefined,
): LiveFigures {
  if (account === undefined) return NO_FIGURES;
  if (record.status === 'pending') return pendingFigures(record, account);
  if (mark === undefined) return NO_FIGURES;
  const position = toOpenPosition(record);
  const common = {
    profit: profitAt(position, mark),
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
  };
  if (position.mode === 'isolated') {
    const marginRate = rateOf(equityAt(position, mark), position.originMargin);
    return { ...common, marginRate, liquidationPrice: liquidationPrice(position) ?? ZERO };
  }
  const cross = crossOf(account);
  return {
    ...common,
    marginRate: crossRate(cross) ?? null,
    liquidationPrice: crossLiquidationPrice(cross, { position, price: mark }) ?? ZERO,
  };
}

/** All positions of a user as CSV, newest first, each in its state when its line is read. Errors: RANGE_INVALID. */
export async function readPositionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof positionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: POSITIONS_CSV_COLUMNS,
    cellsOf: positionCells,
    read: (limit, last: FuturesPosition | undefined) =>
      listOwn(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function positionCells(position: FuturesPosition): Readonly<Record<(typeof POSITIONS_CSV_COLUMNS)[number], string>> {
  const isClosed = position.status === 'closed';
  const whenSet = (price: string) => (price === '0' ? '' : price);
  return {
    submitted_at: position.submittedAt,
    opened_at: position.openedAt ?? '',
    ended_at: position.endedAt ?? '',
    pair: cell(position.symbol),
    side: cell(position.side),
    margin_mode: cell(position.mode),
    leverage: String(position.leverage),
    lots: String(position.lots),
    quantity: position.quantity,
    open_price: position.entryPrice,
    close_price: isClosed ? position.markPrice : '',
    stop_profit: whenSet(position.takeProfit),
    stop_loss: whenSet(position.stopLoss),
    margin: position.originMargin,
    added_margin: position.addedMargin,
    fee: position.fee,
    overnight: position.overnightTotal,
    currency: cell(position.currency),
    status: cell(position.status),
    close_reason: cell(position.closeReason ?? ''),
    profit: isClosed ? position.realizedProfit : '',
    returned: isClosed ? position.returned : '',
    shortfall: isClosed ? position.shortfall : '',
    price_source: cell(position.priceSource),
    terms_hash: cell(position.termsHash),
    id: String(position.id),
    parent_id: position.parentId === null ? '' : String(position.parentId),
  };
}
