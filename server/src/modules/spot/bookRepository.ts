/** SQL of a market's book. Everything that runs under a market's lock is in database functions, one statement each. */
import { sql, type SQL } from 'drizzle-orm';
import type { MarketId, OrderGroupId, OrderId, UserId, CurrencyId } from '@halyard/contract/ids';
import type { BookLevel } from '@halyard/contract/market/calls';
import type { Side, CancelReason } from '@halyard/contract/spot/calls';
import { compare, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { reachedPrice } from '@halyard/contract/spot/rules';
import type { Call, AnswerOf } from '@halyard/contract/call';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, rowsOfFixed, type Reader, type Transaction, type Database } from '../../db/database.ts';
import { decimalOrUndefined, decimalOrZero } from '../../db/decimals.ts';
import { type AnswerRow, findFirstAnswer, type OnceRequest } from '../../db/runOnce.ts';
import { termsOr, userLimitsOf, type Standing } from '../../limits/limitVersions.ts';
import { toMarketRecord, type MarketRecord, type MarketRow } from '../../market/marketRecord.ts';
import { ROWS_FIRST } from './engine/bookSide.ts';
import { DUE_MAX } from './engine/bringUpToDate.ts';
import type { BookChanges, DueStops, GroupName, GroupReading, Needs, OpenedMarket } from './engine/marketBook.ts';
import type { HouseView } from './house.ts';
import type { FillDraft } from './settlement.ts';
import { insertColumns, toSpotOrder, updateColumns, type OrderRow } from './orderRows.ts';
import type { OrderFacts, StopFacts } from './orderMessages.ts';
import type { SpotOrder } from './spotOrder.ts';

/** Selects waiting orders of one side in price-time order: those that would trade at `reach`, or all without it. */
type RestingQuery = { readonly side: Side; readonly reach: Decimal | undefined; readonly rowsMax: number };

/** A market, the house and the user levels of its book, read at one moment. Levels are best first. */
type BookView = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
};

/** Rows that a batch of commands reads when it opens a market. */
type OpenQuery = {
  readonly needs: readonly Needs[];
  readonly requests: readonly RequestName[];
  /** The time of everything in the transaction; ISO 8601. */
  readonly at: string;
};

/** A request, identified by its user and its id. */
export type RequestName = { readonly userId: UserId; readonly requestId: string };

type HouseRow = { base: string | null; quote: string | null; best_bid: string | null; best_ask: string | null };
type JobRow = { series_id: number; checked: number; last_seq: number; orders: readonly OrderRow[] };
type UserRow = {
  id: number;
  standing: Standing;
  base: string | null;
  quote: string | null;
  waiting: number | null;
};
type OpenedRow = {
  market: MarketRow;
  house: HouseRow;
  has_followed: boolean;
  rank: number;
  order_ids: readonly number[] | null;
  limits: string | null;
  users: readonly UserRow[] | null;
  orders: readonly OrderRow[] | null;
  owned: readonly OrderRow[] | null;
  bids: readonly OrderRow[] | null;
  asks: readonly OrderRow[] | null;
  expired: readonly OrderRow[] | null;
  due: JobRow | null;
  entering: readonly OrderRow[] | null;
  answers: readonly (AnswerRow | null)[] | null;
};
type LevelRow = readonly [price: string, quantity: string];
type BookRow = {
  market: MarketRow;
  house: HouseRow;
  bids: readonly LevelRow[] | null;
  asks: readonly LevelRow[] | null;
};

const OPEN = {
  name: 'spot_open',
  text: 'select spot_open($1, $2, $3, $4, $5, $6, $7::text::numeric, $8::text::numeric, $9, $10, $11, $12, $13::text::timestamptz) as opened',
};
const WRITE = {
  name: 'spot_write',
  text: `select spot_write($1, $2::text::timestamptz, $3::text::json, $4::text::json, $5::text::json, $6::text::json, $7::text::json, $8::text::json, $9) as fill_ids`,
};
const RESTING = { name: 'spot_resting', text: 'select spot_resting($1, $2, $3::text::numeric, $4) as resting' };

/**
 * Locks a market until the transaction ends and reads what the commands need. `undefined` when the market is missing.
 */
export async function openMarket(
  tx: Transaction,
  marketId: MarketId,
  { needs, requests, at }: OpenQuery,
): Promise<OpenedMarket | undefined> {
  const isPlacing = needs.some((need) => need.isPlacing);
  const userIds = distinct(needs.map(({ userId }) => userId));
  const reaches = { buy: furthest('buy', needs), sell: furthest('sell', needs) };
  const [row] = await rowsOfFixed<{ opened: OpenedRow | null }>(tx, OPEN, [
    marketId,
    userIds,
    distinct(needs.map(({ userId, mayWait }) => (mayWait === true ? userId : undefined))),
    distinct(needs.map(({ orderId }) => orderId)),
    distinct(needs.map(({ ownerId }) => ownerId)),
    needs.reduce((sum, { userId, newOrders = 1 }) => sum + (userId === undefined ? 0 : newOrders), 0),
    reaches.buy,
    reaches.sell,
    ROWS_FIRST,
    isPlacing ? DUE_MAX : 0,
    requests.map(({ userId }) => userId),
    requests.map(({ requestId }) => requestId),
    at,
  ]);
  const opened = row?.opened ?? undefined;
  if (opened === undefined) return undefined;
  const terms = termsOr(opened.limits, ZERO);
  return {
    market: toMarketRecord(opened.market),
    house: toHouseView(opened.house),
    users: (opened.users ?? []).map(({ id, standing, base, quote, waiting }) => ({
      id: id as UserId,
      limits: userLimitsOf(terms, standing),
      base: decimalOrZero(base),
      quote: decimalOrZero(quote),
      waiting: waiting ?? undefined,
    })),
    orders: [...(opened.orders ?? []), ...(opened.owned ?? [])].map(toSpotOrder),
    readings: [...readingOf('buy', opened.bids, reaches.buy), ...readingOf('sell', opened.asks, reaches.sell)],
    expired: (opened.expired ?? []).map(toSpotOrder),
    due: opened.due === null ? undefined : toDueStops(opened.due),
    entering: (opened.entering ?? []).map(toSpotOrder),
    orderIds: (opened.order_ids ?? []) as readonly OrderId[],
    rank: opened.rank,
    hasFollowed: opened.has_followed,
    answers: (opened.answers ?? []).filter((answer) => answer !== null),
  };
}

/** Waiting orders in price-time order. */
export async function readResting(reader: Reader, marketId: MarketId, query: RestingQuery): Promise<SpotOrder[]> {
  const { side, reach = null, rowsMax } = query;
  const [row] = await rowsOfFixed<{ resting: readonly OrderRow[] }>(reader, RESTING, [marketId, side, reach, rowsMax]);
  return (row?.resting ?? []).map(toSpotOrder);
}

/**
 * Writes the changes of a transaction in one market and claims the requests that it answers. Returns the ids of the
 * fills in their order, or `undefined` when another transaction has answered one of the requests; the caller then has
 * to roll back.
 */
export async function writeBook(
  tx: Transaction,
  { market, at, orders, placed, changed, triggered, fills, isMarketChanged }: BookChanges,
  answers: readonly AnswerRow[],
): Promise<readonly number[] | undefined> {
  const stamp = isMarketChanged ? stampOf(market) : undefined;
  const trailing = orders.flatMap(({ id, trail }) => (trail === undefined ? [] : [id]));
  const [row] = await rowsOfFixed<{ fill_ids: number[] | null }>(tx, WRITE, [
    market.id,
    at,
    jsonOf(answers),
    jsonOf(placed.map(insertColumns)),
    jsonOf(changed.map(updateColumns)),
    jsonOf(fills.map(fillColumns)),
    jsonOf([
      ...triggered.map((order) => stopEventColumns(order, market)),
      ...orders.filter(hasOrderEvent).map((order) => eventColumns(order, market)),
    ]),
    stamp === undefined ? null : JSON.stringify(stamp),
    trailing.length === 0 ? null : trailing,
  ]);
  return row?.fill_ids ?? undefined;
}

/** A market and its book, with at most `levelsMax` user levels a side; `undefined` when the market is missing. */
export async function readBookView(
  reader: Reader,
  marketId: MarketId,
  levelsMax: number,
): Promise<BookView | undefined> {
  const [row] = await rowsOf<BookRow>(
    reader,
    sql`select row_to_json(r) as market, spot_house(r.id, r.base_id, r.quote_id) as house,
        ${userLevels(sql`'buy'`, sql`desc`, levelsMax)} as bids, ${userLevels(sql`'sell'`, sql`asc`, levelsMax)} as asks
      from market_records r where r.id = ${marketId}`,
  );
  if (row === undefined) return undefined;
  return {
    market: toMarketRecord(row.market),
    house: toHouseView(row.house),
    bids: (row.bids ?? []).map(toLevel),
    asks: (row.asks ?? []).map(toLevel),
  };
}

/** The market, the house, and the first due orders: enough to decide whether there is anything to do at this time. */
export async function readDue(
  reader: Reader,
  marketId: MarketId,
  at: string,
): Promise<
  | (Pick<OpenedMarket, 'market' | 'house' | 'due'> & {
      /** The oldest order that waits for the ladder. */
      readonly entering: SpotOrder | undefined;
      /** Whether the price has changed a trailing stop. */
      readonly areTrailsDue: boolean;
      /** Whether the end of a waiting order has come. */
      readonly hasExpired: boolean;
    })
  | undefined
> {
  const [row] = await rowsOf<{
    market: MarketRow;
    house: HouseRow;
    due: JobRow | null;
    entering: readonly OrderRow[] | null;
    are_trails_due: boolean;
    has_expired: boolean;
  }>(
    reader,
    sql`select row_to_json(r) as market, spot_house(r.id, r.base_id, r.quote_id) as house, spot_due(r.id, 1) as due,
        spot_entering(r.id, 1) as entering, spot_trail_due(r.id) as are_trails_due,
        exists (select from spot_orders o where o.market_id = r.id and o.status = 'waiting' and o.expires_at <= ${at}::timestamptz) as has_expired
      from market_records r where r.id = ${marketId}`,
  );
  if (row === undefined) return undefined;
  const [entering] = (row.entering ?? []).map(toSpotOrder);
  const due = row.due === null ? undefined : toDueStops(row.due);
  return {
    market: toMarketRecord(row.market),
    house: toHouseView(row.house),
    due,
    entering,
    areTrailsDue: row.are_trails_due,
    hasExpired: row.has_expired,
  };
}

/** Lets the trailing stops of a market follow its ticks; true when one of them was reached. */
export async function followTrails(db: Database, marketId: MarketId): Promise<boolean> {
  for (;;) {
    const [row] = await rowsOf<{ outcome: string }>(db, sql`select spot_follow(${marketId}) as outcome`);
    if (row?.outcome !== 'more') return row?.outcome === 'reached';
  }
}

/** The waiting orders of a group, under the market's lock. */
export async function readGroup(tx: Transaction, marketId: MarketId, { id, userId }: GroupName): Promise<GroupReading> {
  const [row] = await rowsOf<{
    found: {
      orders: readonly OrderRow[] | null;
      is_entered: boolean;
      base: string | null;
      quote: string | null;
    };
  }>(tx, sql`select spot_group(${marketId}, ${id}, ${userId}) as found`);
  if (row === undefined) throw new Error(`group ${id} was not read`);
  const { orders, is_entered: isEntered, base, quote } = row.found;
  return { orders: (orders ?? []).map(toSpotOrder), isEntered, base: decimalOrZero(base), quote: decimalOrZero(quote) };
}

/** Ids for orders that no command places. */
export async function drawOrderIds(tx: Transaction, count: number): Promise<readonly OrderId[]> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`select nextval('spot_orders_id_seq')::float8 as id from generate_series(1, ${count})`,
  );
  return rows.map(({ id }) => id as OrderId);
}

// Several users at one price are one level. The index yields prices in order, so deeper levels are never read.
function userLevels(side: SQL, direction: SQL, levelsMax: number): SQL {
  return sql`(
    select json_agg(json_build_array(l.price::text, l.quantity::text) order by l.price ${direction})
    from (
      select o.price, sum(o.quantity - o.filled_quantity) as quantity from spot_orders o
      where o.market_id = r.id and o.side = ${side} and o.status = 'waiting' and o.rank is not null
      group by o.price order by o.price ${direction} limit ${levelsMax}
    ) as l)`;
}

/** How far the new orders reach into a side, as a parameter of `spot_open`. */
function furthest(side: Side, needs: readonly Needs[]): string {
  const reaches = needs.flatMap(({ taking }) => (taking?.side === side ? [taking.reach] : []));
  const [first, ...rest] = reaches;
  if (reaches.length === 0) return NOT_READ;
  if (first === undefined || reaches.includes(undefined)) return side === 'sell' ? 'Infinity' : '0';
  return rest.reduce<Decimal>((furthestYet, reach) => {
    const sign = compare(reach ?? first, furthestYet);
    return (side === 'sell' ? sign > 0 : sign < 0) ? (reach ?? first) : furthestYet;
  }, first);
}

const NOT_READ = 'NaN';

function readingOf(side: Side, rows: readonly OrderRow[] | null, reach: string): OpenedMarket['readings'] {
  if (rows === null || reach === NOT_READ) return [];
  const isAny = reach === 'Infinity' || reach === '0';
  return [{ side, rows: rows.map(toSpotOrder), reach: isAny ? undefined : decimal(reach), rowsMax: ROWS_FIRST }];
}

function toLevel([price, quantity]: LevelRow): BookLevel {
  return [decimal(price), decimal(quantity)];
}

function toHouseView(row: HouseRow): HouseView {
  return {
    base: decimalOrZero(row.base),
    quote: decimalOrZero(row.quote),
    bestBid: decimalOrUndefined(row.best_bid),
    bestAsk: decimalOrUndefined(row.best_ask),
  };
}

function toDueStops(row: JobRow): DueStops {
  return {
    seriesId: row.series_id,
    checkedSeq: row.checked,
    lastSeq: row.last_seq,
    orders: row.orders.map(toSpotOrder),
  };
}

function fillColumns(fill: FillDraft, n: number): object {
  return {
    n,
    taker_side: fill.takerSide,
    taker_order_id: fill.takerId,
    taker_user_id: fill.takerUserId,
    maker_order_id: fill.restingId,
    maker_user_id: fill.restingUserId,
    price: fill.price,
    quantity: fill.quantity,
    taker_fee: fill.takerFee,
    maker_fee: fill.makerFee,
  };
}

function stampOf({ ladderTaken, stopsChecked }: MarketRecord): object {
  return {
    ladder_seq: ladderTaken.seq,
    bid_taken: ladderTaken.bid,
    ask_taken: ladderTaken.ask,
    stops_series_id: stopsChecked?.seriesId,
    stops_seq: stopsChecked?.seq ?? 0,
  };
}

// An account without any posting has no row.

function distinct<T>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

// As text, because the drivers encode objects differently; null when there is nothing to write.
function jsonOf(values: readonly object[]): string | null {
  return values.length === 0 ? null : JSON.stringify(values);
}

/** A pair of currencies that is traded. */
export type Pair = { readonly baseId: CurrencyId; readonly quoteId: CurrencyId };

/** Selects waiting orders of a user; a missing field matches all. */
type WaitingFilter = {
  readonly baseId?: CurrencyId | undefined;
  readonly quoteId?: CurrencyId | undefined;
  readonly side?: Side | undefined;
};

const OF_PAIR = {
  name: 'spot_market_of_pair',
  text: 'select id as market_id from markets where base_id = $1 and quote_id = $2',
};
const OF_ORDER = {
  name: 'spot_market_of_order',
  text: 'select market_id from spot_orders where id = $1 and user_id = $2',
};

/** Finds the market of a pair; `undefined` when there is none. A market's pair never changes, so it is read once. */
export type FindMarketOfPair = (pair: Pair) => Promise<MarketId | undefined>;

/** Creates a finder that caches what it found. */
export function createMarketOfPair(db: Database): FindMarketOfPair {
  const found = new Map<string, MarketId>();
  return async ({ baseId, quoteId }) => {
    const key = `${baseId}/${quoteId}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const [row] = await rowsOfFixed<{ market_id: number }>(db, OF_PAIR, [baseId, quoteId]);
    const marketId = row?.market_id as MarketId | undefined;
    if (marketId !== undefined) found.set(key, marketId);
    return marketId;
  };
}

/** The market of a user's order; `undefined` when the user has no such order. */
export async function findMarketOfOrder(reader: Reader, userId: UserId, id: OrderId): Promise<MarketId | undefined> {
  const [row] = await rowsOfFixed<{ market_id: number }>(reader, OF_ORDER, [id, userId]);
  return row?.market_id as MarketId | undefined;
}

/** Whether a user's order buys: with its own fills, or with the exits that they bring in. */
export async function isBuyingOrder(reader: Reader, userId: UserId, id: OrderId): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`select from spot_orders where id = ${id} and user_id = ${userId} and (side = 'buy' or leg = 'entry')`,
  );
  return rows.length > 0;
}

/** The market of a user's group; `undefined` when the user has no such group. */
export async function findMarketOfGroup(
  reader: Reader,
  userId: UserId,
  id: OrderGroupId,
): Promise<MarketId | undefined> {
  const [row] = await rowsOf<{ market_id: number }>(
    reader,
    sql`select market_id from spot_orders where group_id = ${id} and user_id = ${userId} limit 1`,
  );
  return row?.market_id as MarketId | undefined;
}

/** The markets in which the user has waiting orders. */
export async function findMarketsOfWaiting(
  reader: Reader,
  userId: UserId,
  { baseId = null, quoteId = null, side = null }: { [Key in keyof WaitingFilter]: WaitingFilter[Key] | null },
): Promise<MarketId[]> {
  const rows = await rowsOf<{ market_id: number }>(
    reader,
    sql`select distinct o.market_id from spot_orders o join markets m on m.id = o.market_id
      where o.user_id = ${userId} and o.status = 'waiting'
        and m.base_id = coalesce(${baseId}::int, m.base_id) and m.quote_id = coalesce(${quoteId}::int, m.quote_id)
        and o.side = coalesce(${side}::text, o.side)`,
  );
  return rows.map((row) => row.market_id as MarketId);
}

/** The first answer to a request whose market or order is missing; throws `BusinessError(code)` when there is none. */
export async function firstAnswerOr<C extends Call>(
  reader: Reader,
  once: OnceRequest<C>,
  code: 'MARKET_NOT_FOUND' | 'ORDER_NOT_FOUND',
): Promise<AnswerOf<C>> {
  const first = await findFirstAnswer(reader, once);
  if (first === undefined) throw new BusinessError(code);
  return first;
}

/** The user ended the order, or the message about another order of its group reports it. */
const SILENT: readonly CancelReason[] = ['user', 'replaced', 'group'];

/**
 * Whether an order event goes to its user's message centre: once, when the order has ended, unless the user ended it.
 */
export function hasOrderEvent({ status, cancelReason }: SpotOrder): boolean {
  return status === 'completed' || (status === 'cancelled' && !SILENT.some((reason) => reason === cancelReason));
}

function eventColumns(order: SpotOrder, market: MarketRecord): object {
  const facts: OrderFacts = {
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    places: market.terms.pricePrecision,
    side: order.side,
    status: order.status === 'completed' ? 'completed' : 'cancelled',
    reason: order.cancelReason ?? null,
    quantity: order.quantity,
    filled: order.filledQuantity,
    filledQuote: order.filledQuote,
  };
  return { subject: 'order', user_id: order.userId, ref: order.id, facts };
}

/** The columns of the event of a stop that was reached. */
function stopEventColumns(order: SpotOrder, { symbol, base, quote, terms }: MarketRecord): object {
  const { side, quantity, stop, trail, price = null } = order;
  const stopPrice = stop?.price ?? trail?.reached;
  if (stopPrice === undefined) throw new Error(`order ${order.id} was triggered without a stop`);
  const facts: StopFacts = {
    symbol,
    base,
    quote,
    side,
    quantity,
    stopPrice: reachedPrice(side, stopPrice, terms.pricePrecision),
    price,
  };
  return { subject: 'stop', user_id: order.userId, ref: order.id, facts };
}
