/** Market data for services: terms, ladder, and current price. */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import type { MarketStatus, PriceSource } from '@halyard/contract/market/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { LadderSettings } from '@halyard/contract/spot/ladder';
import type { MarketTerms } from '@halyard/contract/spot/rules';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import type { Row } from '../db/rows.ts';

/** Last tick of the market's price series. */
export type ReferencePrice = { readonly seq: number; readonly price: Decimal; readonly at: string };

export type MarketRecord = {
  readonly id: MarketId;
  readonly symbol: string;
  readonly baseId: CurrencyId;
  readonly quoteId: CurrencyId;
  readonly base: string;
  readonly quote: string;
  readonly status: MarketStatus;
  readonly isDisplayed: boolean;
  /** Announced end; ISO 8601. */
  readonly delistsAt: string | undefined;
  readonly isDelisted: boolean;
  readonly sort: number;
  readonly terms: MarketTerms;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
  readonly ladder: LadderSettings;
  /** How much of the ladder is taken at the tick `seq`; meaningless for any other tick. */
  readonly ladderTaken: { readonly seq: number; readonly bid: Decimal; readonly ask: Decimal };
  /** Of live prices: an order meets the ladder at a tick that is so much later than its placement. */
  readonly ladderDelayMs: number;
  /** Last tick of a series against which stop prices were checked; missing before the first check. */
  readonly stopsChecked: { readonly seriesId: number; readonly seq: number } | undefined;
  readonly seriesId: number | undefined;
  readonly source: PriceSource | undefined;
  /** How many venues made the last price of a live series. */
  readonly sources: number | undefined;
  /** The venues of a live series. */
  readonly venues: readonly string[] | undefined;
  /** The published model of a simulated series; its ladder is scattered. */
  readonly model: string | undefined;
  readonly reference: ReferencePrice | undefined;
};

/** A row of the view `market_records`, from SQL or from JSON. */
export type MarketRow = Row<
  'markets',
  | 'id'
  | 'symbol'
  | 'base_id'
  | 'quote_id'
  | 'is_displayed'
  | 'sort'
  | 'price_precision'
  | 'quantity_precision'
  | 'min_quantity'
  | 'min_notional'
  | 'maker_fee_rate'
  | 'taker_fee_rate'
  | 'ladder_levels'
  | 'ladder_half_spread'
  | 'ladder_step'
  | 'ladder_level_notional'
  | 'ladder_delay_ms'
  | 'ladder_tick_seq'
  | 'ladder_bid_taken'
  | 'ladder_ask_taken'
  | 'series_id'
  | 'price_band'
  | 'stops_series_id'
  | 'stops_seq'
> & {
  readonly base: string;
  readonly quote: string;
  readonly status: MarketStatus;
  readonly source: PriceSource | null;
  readonly sources: number | null;
  readonly venues: string | null;
  readonly model: string | null;
  readonly last_seq: string | null;
  readonly last_price: string | null;
  readonly last_at: string | null;
  readonly delists_at: string | null;
  readonly is_delisted: boolean;
};

const SYMBOL = /^[A-Za-z0-9]+\/?[A-Za-z0-9]+$/;

/** All markets in display order. */
export async function listMarketRecords(reader: Reader): Promise<MarketRecord[]> {
  return select(reader, sql`true`);
}

export async function findMarketById(reader: Reader, id: MarketId): Promise<MarketRecord | undefined> {
  return (await select(reader, sql`m.id = ${id}`))[0];
}

/** Finds a market by its symbol (`BTC/USDT` or `btcusdt`). */
export async function findMarketBySymbol(reader: Reader, symbol: string): Promise<MarketRecord | undefined> {
  const plain = plainSymbolOf(symbol);
  if (plain === undefined) return undefined;
  return (await select(reader, sql`replace(m.symbol, '/', '') = ${plain}`))[0];
}

/** Normalised symbol; undefined for a text that is not a symbol. A zero byte would be a database error. */
export function plainSymbolOf(symbol: string): string | undefined {
  return SYMBOL.test(symbol) ? symbol.toUpperCase().replace('/', '') : undefined;
}

async function select(reader: Reader, condition: SQL): Promise<MarketRecord[]> {
  const rows = await rowsOf<MarketRow>(
    reader,
    sql`select m.* from market_records m where ${condition} order by m.sort, m.id`,
  );
  return rows.map(toMarketRecord);
}

/** Converts a row to a record. */
export function toMarketRecord(row: MarketRow): MarketRecord {
  const { price_precision: pricePrecision, quantity_precision: quantityPrecision } = row;
  return {
    id: row.id as MarketId,
    symbol: row.symbol,
    baseId: row.base_id as CurrencyId,
    quoteId: row.quote_id as CurrencyId,
    base: row.base,
    quote: row.quote,
    status: row.status,
    isDisplayed: row.is_displayed,
    delistsAt: row.delists_at ?? undefined,
    isDelisted: row.is_delisted,
    sort: row.sort,
    terms: {
      pricePrecision,
      quantityPrecision,
      minQuantity: decimal(row.min_quantity),
      minNotional: decimal(row.min_notional),
      ...(row.price_band !== null && { priceBand: decimal(row.price_band) }),
    },
    makerFeeRate: decimal(row.maker_fee_rate),
    takerFeeRate: decimal(row.taker_fee_rate),
    ladder: {
      pricePrecision,
      quantityPrecision,
      levels: row.ladder_levels,
      halfSpread: decimal(row.ladder_half_spread),
      step: decimal(row.ladder_step),
      levelNotional: decimal(row.ladder_level_notional),
    },
    ladderTaken: {
      seq: Number(row.ladder_tick_seq),
      bid: decimal(row.ladder_bid_taken),
      ask: decimal(row.ladder_ask_taken),
    },
    ladderDelayMs: row.ladder_delay_ms,
    stopsChecked:
      row.stops_series_id === null ? undefined : { seriesId: row.stops_series_id, seq: Number(row.stops_seq) },
    seriesId: row.series_id ?? undefined,
    source: row.source ?? undefined,
    sources: row.sources ?? undefined,
    venues: row.venues?.split(',').filter((name) => name !== ''),
    model: row.model ?? undefined,
    reference: referenceOf(row),
  };
}

function referenceOf(row: MarketRow): ReferencePrice | undefined {
  if (row.last_price === null || row.last_at === null || row.last_seq === null) return undefined;
  return { seq: Number(row.last_seq), price: decimal(row.last_price), at: row.last_at };
}

// Series and status of a market; only feeds set them.

/** Name of the job that ends a market, by its id. */
export const DELIST = 'spot.delist';

/** Sets the status, unless the market has ended; returns whether it changed, so that the change is published once. */
export async function setMarketStatus(reader: Reader, id: MarketId, status: MarketStatus): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`update markets set status = ${status} where id = ${id} and status <> ${status} and delisted_at is null returning id`,
  );
  return rows.length > 0;
}

/** Makes the market follow the series and displays it; returns whether anything changed. */
export async function followSeries(
  tx: Transaction,
  id: MarketId,
  series: { readonly seriesId: number; readonly status: MarketStatus },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update markets set series_id = ${series.seriesId}, is_displayed = true, status = ${series.status}
      where id = ${id} and delisted_at is null and (series_id, is_displayed, status) is distinct from (${series.seriesId}::integer, true, ${series.status}::text)
      returning id`,
  );
  return rows.length > 0;
}

/**
 * Hides markets for which the feed has no prices and removes their series, so that an old price is not taken for a
 * current one.
 */
export async function hideOtherMarkets(tx: Transaction, followed: readonly MarketId[]): Promise<void> {
  const ids = sql.join(
    followed.map((id) => sql`${id}`),
    sql`, `,
  );
  await tx.execute(
    sql`update markets set series_id = null, is_displayed = false, status = 'feed-stalled'
      where id not in (${ids}) and delisted_at is null`,
  );
}

/** SQL: whether the transparency log stops all markets. `ledger_post` uses it too; halts of operators are elsewhere. */
export const TRADING_HALTED = sql`trading_halted()`;

/** Reads {@link TRADING_HALTED}. */
export async function isTradingHalted(reader: Reader): Promise<boolean> {
  const [row] = await rowsOf<{ is_halted: boolean }>(
    reader,
    sql`select ${TRADING_HALTED} as is_halted`,
    'trading_halted',
  );
  return row?.is_halted === true;
}
