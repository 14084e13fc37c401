/** The SQL of a market's book. What runs under a market's lock is in functions of migration 0004, one statement each. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId, MarketId, OrderId, UserId } from '@halyard/contract/calls/ids';
import type { BookLevel } from '@halyard/contract/calls/markets';
import type { Side } from '@halyard/contract/calls/spot';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { toMarketRecord, type MarketRecord, type MarketRow } from '../../market/marketRecord.ts';
import type { HouseView, LadderTaken } from './house.ts';
import { insertColumns, toSpotOrder, updateColumns, type OrderRow } from './orderRow.ts';
import type { Settlement } from './settlement.ts';
import type { SpotOrder } from './spotOrder.ts';

/** A locked market with what placing an order needs. */
export type OpenedMarket = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  /** What the user may spend of each currency. */
  readonly available: { readonly base: Decimal; readonly quote: Decimal };
  readonly resting: readonly SpotOrder[];
};

/** Which waiting orders to read: those of one side that would trade at `reach` (all when missing), in price-time order. */
export type RestingQuery = { readonly side: Side; readonly reach: Decimal | undefined; readonly rowsMax: number };

/** A market with what its book is made of, all of one moment. User levels are best first. */
export type BookView = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
};

type HouseRow = { base: string | null; quote: string | null; best_bid: string | null; best_ask: string | null };
type OpenedRow = {
  market: MarketRow;
  house: HouseRow;
  user_base: string | null;
  user_quote: string | null;
  resting: readonly OrderRow[];
};
type LevelRow = readonly [price: string, quantity: string];
type BookRow = {
  market: MarketRow;
  house: HouseRow;
  bids: readonly LevelRow[] | null;
  asks: readonly LevelRow[] | null;
};

/** Locks the market of a pair until the transaction ends; `undefined` when there is none. */
export async function openMarket(
  tx: Transaction,
  caller: { readonly userId: UserId; readonly baseId: CurrencyId; readonly quoteId: CurrencyId },
  {
    side,
    reach = null,
    rowsMax,
  }: { readonly side: Side; readonly reach?: Decimal | undefined | null; readonly rowsMax: number },
): Promise<OpenedMarket | undefined> {
  const [row] = await rowsOf<{ opened: OpenedRow | null }>(
    tx,
    sql`select spot_open(${caller.baseId}, ${caller.quoteId}, ${caller.userId}, ${side}, ${reach}::numeric, ${rowsMax}) as opened`,
  );
  const opened = row?.opened ?? undefined;
  if (opened === undefined) return undefined;
  return {
    market: toMarketRecord(opened.market),
    house: toHouseView(opened.house),
    available: { base: amountOf(opened.user_base), quote: amountOf(opened.user_quote) },
    resting: opened.resting.map(toSpotOrder),
  };
}

/** Waiting orders in price-time order. */
export async function readResting(reader: Reader, marketId: MarketId, query: RestingQuery): Promise<SpotOrder[]> {
  const [row] = await rowsOf<{ resting: readonly OrderRow[] }>(
    reader,
    sql`select spot_resting(${marketId}, ${query.side}, ${query.reach ?? null}::numeric, ${query.rowsMax}) as resting`,
  );
  return (row?.resting ?? []).map(toSpotOrder);
}

/** A market and its book, at most `levelsMax` prices of users a side; `undefined` when there is no such market. */
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

/** Writes a settlement; answers the ids of the incoming order and of the fills, in their order. */
export async function writeSettlement(
  tx: Transaction,
  marketId: MarketId,
  { taker, resting, fills }: Settlement,
  stamp: { readonly at: string; readonly ladderTaken: LadderTaken | undefined },
): Promise<{ readonly orderId: OrderId | undefined; readonly fillIds: readonly number[] }> {
  const fillRows = fills.map((fill, n) => ({
    n,
    taker_side: fill.takerSide,
    maker_order_id: fill.restingId,
    price: fill.price,
    quantity: fill.quantity,
    taker_fee: fill.takerFee,
    maker_fee: fill.makerFee,
  }));
  const [row] = await rowsOf<{ written: { order_id: number | null; fill_ids: number[] } }>(
    tx,
    sql`select spot_settle(${marketId}, ${stamp.at}::timestamptz, ${json(taker && insertColumns(taker))},
      ${json(resting.map(updateColumns))}, ${json(fillRows)}, ${json(stamp.ladderTaken)}) as written`,
  );
  if (row === undefined) throw new Error('spot_settle answers one row');
  return { orderId: (row.written.order_id ?? undefined) as OrderId | undefined, fillIds: row.written.fill_ids };
}

// A price that several users wait at is one level; the index hands out the prices in order, so the deeper ones are never read.
function userLevels(side: SQL, direction: SQL, levelsMax: number): SQL {
  return sql`(
    select json_agg(json_build_array(l.price::text, l.quantity::text) order by l.price ${direction})
    from (
      select o.price, sum(o.quantity - o.filled_quantity) as quantity from spot_orders o
      where o.market_id = r.id and o.side = ${side} and o.status = 'waiting'
      group by o.price order by o.price ${direction} limit ${levelsMax}
    ) as l)`;
}

function toLevel([price, quantity]: LevelRow): BookLevel {
  return [decimal(price), decimal(quantity)];
}

function toHouseView(row: HouseRow): HouseView {
  return {
    base: amountOf(row.base),
    quote: amountOf(row.quote),
    bestBid: row.best_bid === null ? undefined : decimal(row.best_bid),
    bestAsk: row.best_ask === null ? undefined : decimal(row.best_ask),
  };
}

// An account that nothing was ever posted to holds nothing.
function amountOf(text: string | null): Decimal {
  return text === null ? ZERO : decimal(text);
}

// As text, because the drivers write objects differently; null stands for a missing object.
function json(value: object | undefined): SQL {
  return sql`${value === undefined ? null : JSON.stringify(value)}::text::jsonb`;
}
