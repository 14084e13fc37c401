/** A user's positions and accounts for calls and files. Ids grow with time, so they define the order of a list. */
import { sql, type SQL } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { FuturesAccount, listPositions } from '@halyard/contract/futures/calls';
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, compare, ZERO, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { crossRate, freeOf } from '@halyard/contract/futures/cross';
import { equityAt, profitAt, rateOf } from '@halyard/contract/futures/position';
import { BusinessError } from '../../calls/errors.ts';
import { dayRangeOf } from '../../calls/dayRange.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { readAccount, type Marks } from './accounts.ts';
import type { PositionRecord } from './positionRow.ts';
import { selectPositions } from './positionsRepository.ts';
import { toWirePosition } from './wirePosition.ts';

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
    sql`select count(*)::int as total from contract_positions p where ${conditionsOf(userId, { ...filter, after: undefined })}`,
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
    sql`select id, name from currencies where is_contract order by sort, id`,
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
    sql`select count(*)::int as closed from contract_positions where user_id = ${userId} and status = 'closed' and parent_id is null`,
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
    price: marks.get(position.marketId)?.price ?? position.openPrice,
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
export function conditionsOf(userId: UserId, filter: PositionFilter): SQL {
  const { fromAt, untilAt } = dayRangeOf(filter);
  const isOver = sql`p.status in ('closed', 'cancelled')`;
  const conditions = [
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
  ];
  return sql.join(conditions, sql` and `);
}

function whenGiven<T>(value: T | undefined, condition: (value: T) => SQL): SQL[] {
  return value === undefined ? [] : [condition(value)];
}

function least(values: readonly Decimal[]): Decimal | undefined {
  return values.toSorted(compare)[0];
}
