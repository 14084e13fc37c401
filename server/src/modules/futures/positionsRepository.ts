/** SQL of positions, and the mapping of their rows to the rules. Decimals and instants are text in rows. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, PositionId, UserId, MarketId } from '@halyard/contract/ids';
import type { Band, PositionSide, CloseReason, MarginMode } from '@halyard/contract/futures/position';
import { futuresTerms, type FuturesTerms } from '@halyard/contract/futures/terms';
import type { PricePoint } from '@halyard/contract/options/rules';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { OpenPosition, PendingOrder, Warned } from '@halyard/contract/futures/account';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import { lockedAmounts, type OpenAmounts } from '../../exposure/unverifiedLimit.ts';
import type { Row } from '../../db/rows.ts';
import { tickOf } from '../../market/series.ts';

type PositionState = 'pending' | 'trading' | 'closed' | 'cancelled';
/** Why it ended; orders are also cancelled by their users. */
type EndReason = CloseReason | 'house_limit';

/** A row of `futures_positions`. Money is exact text; missing values are null. */
export type PositionRecord = {
  readonly id: PositionId;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly seriesId: number;
  readonly currencyId: CurrencyId;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly lots: number;
  readonly quantity: Decimal;
  readonly targetPrice: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly entryPrice: Decimal | null;
  readonly openTick: PricePoint | null;
  readonly originMargin: Decimal;
  readonly margin: Decimal;
  readonly fee: Decimal;
  readonly reserve: Decimal;
  readonly addedMargin: Decimal;
  readonly overnightTotal: Decimal;
  readonly overnightPaid: string | null;
  readonly warned: Warned;
  readonly terms: FuturesTerms;
  readonly termsHash: string;
  readonly status: PositionState;
  readonly closeReason: EndReason | null;
  readonly closeTick: PricePoint | null;
  readonly profit: Decimal | null;
  readonly returned: Decimal | null;
  readonly shortfall: Decimal | null;
  readonly parentId: PositionId | null;
  readonly clientRequestId: string | null;
  readonly submittedAt: string;
  readonly openedAt: string | null;
  /** The instant of the user's request to close; the first tick from then on carries it out. */
  readonly closingFrom: string | null;
  readonly endedAt: string | null;
};

/** A row as {@link POSITION_COLUMNS} select it. */
type PositionRow = Row<
  'futures_positions',
  | 'id'
  | 'user_id'
  | 'market_id'
  | 'series_id'
  | 'currency_id'
  | 'side'
  | 'mode'
  | 'leverage'
  | 'lots'
  | 'quantity'
  | 'target_price'
  | 'stop_profit'
  | 'stop_loss'
  | 'open_price'
  | 'open_seq'
  | 'open_at'
  | 'open_tick_price'
  | 'origin_margin'
  | 'margin'
  | 'fee'
  | 'reserve'
  | 'added_margin'
  | 'overnight_total'
  | 'overnight_paid'
  | 'terms'
  | 'terms_hash'
  | 'status'
  | 'close_seq'
  | 'close_at'
  | 'close_price'
  | 'profit'
  | 'returned'
  | 'shortfall'
  | 'parent_id'
  | 'client_request_id'
  | 'submitted_at'
  | 'opened_at'
  | 'closing_from'
  | 'ended_at'
> & {
  readonly warned: Warned;
  readonly close_reason: EndReason | null;
};

/** Columns of `futures_positions p`. */
const POSITION_COLUMNS = sql`p.id::text as id, p.user_id, p.market_id, p.series_id, p.currency_id, p.side, p.mode,
  p.leverage, p.lots, p.quantity::text as quantity, p.target_price::text as target_price, p.stop_profit::text as stop_profit,
  p.stop_loss::text as stop_loss, p.open_price::text as open_price, p.open_seq::text as open_seq,
  ${isoText(sql`p.open_at`)} as open_at, p.open_tick_price::text as open_tick_price,
  p.origin_margin::text as origin_margin, p.margin::text as margin, p.fee::text as fee, p.reserve::text as reserve,
  p.added_margin::text as added_margin, p.overnight_total::text as overnight_total,
  ${isoText(sql`p.overnight_paid`)} as overnight_paid, p.warned, p.terms, p.terms_hash, p.status, p.close_reason,
  p.close_seq::text as close_seq, ${isoText(sql`p.close_at`)} as close_at, p.close_price::text as close_price,
  p.profit::text as profit, p.returned::text as returned, p.shortfall::text as shortfall, p.parent_id::text as parent_id,
  p.client_request_id::text as client_request_id, ${isoText(sql`p.submitted_at`)} as submitted_at,
  ${isoText(sql`p.opened_at`)} as opened_at, ${isoText(sql`p.closing_from`)} as closing_from,
  ${isoText(sql`p.ended_at`)} as ended_at`;

/** Maps rows; most rows share a few terms, and decoding those takes longer than the rest. */
function toRecords(rows: readonly PositionRow[]): PositionRecord[] {
  const known = new Map<string, FuturesTerms>();
  return rows.map((row) => {
    const terms = known.get(row.terms_hash) ?? z.decode(futuresTerms, row.terms as z.input<typeof futuresTerms>);
    known.set(row.terms_hash, terms);
    return toRecord(row, terms);
  });
}

function toRecord(row: PositionRow, terms: FuturesTerms): PositionRecord {
  return {
    id: Number(row.id) as PositionId,
    userId: row.user_id as UserId,
    marketId: row.market_id as MarketId,
    seriesId: row.series_id,
    currencyId: row.currency_id as CurrencyId,
    side: row.side,
    mode: row.mode,
    leverage: row.leverage,
    lots: row.lots,
    quantity: decimal(row.quantity),
    targetPrice: decimalOrNull(row.target_price),
    takeProfit: decimalOrNull(row.stop_profit),
    stopLoss: decimalOrNull(row.stop_loss),
    entryPrice: decimalOrNull(row.open_price),
    openTick: tickOf(row.open_seq, row.open_at, row.open_tick_price),
    originMargin: decimal(row.origin_margin),
    margin: decimal(row.margin),
    fee: decimal(row.fee),
    reserve: decimal(row.reserve),
    addedMargin: decimal(row.added_margin),
    overnightTotal: decimal(row.overnight_total),
    overnightPaid: row.overnight_paid,
    warned: row.warned,
    terms,
    termsHash: row.terms_hash,
    status: row.status,
    closeReason: row.close_reason,
    closeTick: tickOf(row.close_seq, row.close_at, row.close_price),
    profit: decimalOrNull(row.profit),
    returned: decimalOrNull(row.returned),
    shortfall: decimalOrNull(row.shortfall),
    parentId: row.parent_id === null ? null : (Number(row.parent_id) as PositionId),
    clientRequestId: row.client_request_id,
    submittedAt: row.submitted_at,
    openedAt: row.opened_at,
    closingFrom: row.closing_from,
    endedAt: row.ended_at,
  };
}

/** An open position in the form of the rules. Throws for a row that is not open. */
export function toOpenPosition(record: PositionRecord): OpenPosition {
  const { entryPrice, openedAt } = record;
  if (entryPrice === null || openedAt === null) throw new Error(`position ${record.id} is not open`);
  const { id, marketId, side, mode, lots, quantity, originMargin, margin, reserve } = record;
  const { takeProfit, stopLoss, overnightPaid, warned, terms, closingFrom } = record;
  return {
    id,
    marketId,
    side,
    mode,
    lots,
    quantity,
    originMargin,
    margin,
    reserve,
    takeProfit,
    stopLoss,
    overnightPaid,
    warned,
    terms,
    entryPrice,
    openedAt,
    closingFrom,
  };
}

/** A pending order in the form of the rules. Throws for a row without a target. */
export function toPendingOrder(record: PositionRecord): PendingOrder {
  const { targetPrice } = record;
  if (targetPrice === null) throw new Error(`order ${record.id} has no target`);
  const { id, marketId, side, mode, lots, quantity, margin, fee, takeProfit, stopLoss, terms } = record;
  return { id, marketId, side, mode, lots, quantity, margin, fee, takeProfit, stopLoss, terms, targetPrice };
}

/** Pending orders and open positions. */
export const IS_OPEN = sql`p.status in ('pending', 'trading')`;

/** Also in `futures_sweep.sql`. */
export const FUTURES_LOCK = 7_204_125;

/**
 * Blocks opening, changing, closing and advancing positions until the transaction ends. One lock for all markets, since
 * cross accounts and the house's limits are over all of them (docs/adr/0023-contracts-by-ticks.md). It is granted in
 * the order of the requests.
 */
export async function lockFutures(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FUTURES_LOCK})`);
}

/** {@link lockFutures} for a purchase: also locks a buyer with a limit, and returns their open amounts. */
export async function lockFuturesToBuy(tx: Transaction, buyer: UserId, nowMs: number): Promise<OpenAmounts> {
  const [row] = await rowsOf<{ open: OpenAmounts }>(
    tx,
    sql`select pg_advisory_xact_lock(${FUTURES_LOCK}), ${lockedAmounts(buyer, nowMs)} as open`,
  );
  if (row === undefined) throw new Error('a function gave no row');
  return row.open;
}

/** Selects rows of `futures_positions p`. */
export async function selectPositions(reader: Reader, which: SQL): Promise<PositionRecord[]> {
  return toRecords(
    await rowsOf<PositionRow>(reader, sql`select ${POSITION_COLUMNS} from futures_positions p ${which}`),
  );
}

/** All open positions and orders of a user in a currency, by id. */
export async function selectOpen(reader: Reader, userId: UserId, currencyId?: CurrencyId): Promise<PositionRecord[]> {
  const inCurrency = currencyId === undefined ? sql`` : sql`and p.currency_id = ${currencyId}`;
  return selectPositions(reader, sql`where p.user_id = ${userId} and ${IS_OPEN} ${inCurrency} order by p.id`);
}

/**
 * The positions of a request to close all: the user's open ones, of one side or both, and those that it closed before.
 */
export async function listToClose(
  reader: Reader,
  userId: UserId,
  { side, requestId }: { readonly side: PositionSide | undefined; readonly requestId: string | undefined },
): Promise<PositionId[]> {
  const ofSide = side === undefined ? sql`` : sql`and side = ${side}`;
  const rows = await rowsOf<{ id: string }>(
    reader,
    sql`select id::text as id from futures_positions p where user_id = ${userId}
      and (status = 'trading' ${ofSide} or closed_by_request = ${requestId ?? null}) order by p.id desc`,
  );
  return rows.map(({ id }) => Number(id) as PositionId);
}

/** The positions among these that are still open, to be closed by the next tick. */
export async function listClosing(reader: Reader, ids: readonly PositionId[]): Promise<ReadonlySet<PositionId>> {
  const rows = await rowsOf<{ id: string }>(
    reader,
    sql`select id::text as id from futures_positions
      where id = any(${sql.param(ids)}::bigint[]) and status = 'trading'`,
  );
  return new Set(rows.map(({ id }) => Number(id) as PositionId));
}

/** Whether this request closed a position of the user. Reliable only under the futures lock. */
export async function isClosedBy(tx: Transaction, { userId, id }: OwnId, requestId: string): Promise<boolean> {
  const which = sql`id = ${id} and user_id = ${userId} and closed_by_request = ${requestId}`;
  return (await rowsOf(tx, sql`select from futures_positions where ${which}`)).length === 1;
}

/** Records the request that closes an open position. */
export async function markClosedBy(tx: Transaction, { userId, id }: OwnId, requestId: string): Promise<void> {
  await tx.execute(
    sql`update futures_positions set closed_by_request = ${requestId} where id = ${id} and user_id = ${userId} and status = 'trading'`,
  );
}

type OwnId = { readonly userId: UserId; readonly id: PositionId };

/** The next id, for a row that is referred to before it is written. */
export async function nextPositionId(tx: Transaction): Promise<PositionId> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('futures_positions', 'id'))::text as id`,
  );
  if (row === undefined) throw new Error('a sequence gave nothing');
  return Number(row.id) as PositionId;
}

/** A position to write, with the ticks that touch it; null when it has ended. */
export type Written = { readonly record: PositionRecord; readonly band: Band | null };

/** Inserts new rows. */
export async function insertPositions(tx: Transaction, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((one) => ({
    ...fixedColumns(one.record),
    ...changingColumns(one),
  }));
  await tx.execute(
    sql`insert into futures_positions (${sql.raw([...FIXED, ...CHANGING].join(', '))})
      select ${sql.raw([...FIXED, ...CHANGING].join(', '))}
      from jsonb_populate_recordset(null::futures_positions, ${JSON.stringify(rows)}::text::jsonb)`,
  );
}

/** Updates the changing columns of rows. */
export async function updatePositions(tx: Transaction, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((one) => ({ id: one.record.id, ...changingColumns(one) }));
  const settings = CHANGING.map((name) => `${name} = n.${name}`).join(', ');
  const updated = await rowsOf<{ id: string }>(
    tx,
    sql`update futures_positions p set ${sql.raw(settings)}
      from jsonb_populate_recordset(null::futures_positions, ${JSON.stringify(rows)}::text::jsonb) n
      where p.id = n.id returning p.id::text as id`,
  );
  if (updated.length !== written.length) throw new Error('a position that was changed is not there');
}

const FIXED = [
  'id',
  'user_id',
  'market_id',
  'series_id',
  'currency_id',
  'side',
  'mode',
  'leverage',
  'target_price',
  'terms',
  'terms_hash',
  'parent_id',
  'client_request_id',
  'submitted_at',
] as const;

const CHANGING = [
  'lots',
  'quantity',
  'stop_profit',
  'stop_loss',
  'open_price',
  'open_seq',
  'open_at',
  'open_tick_price',
  'origin_margin',
  'margin',
  'fee',
  'reserve',
  'added_margin',
  'overnight_total',
  'overnight_paid',
  'warned',
  'status',
  'close_reason',
  'close_seq',
  'close_at',
  'close_price',
  'profit',
  'returned',
  'shortfall',
  'opened_at',
  'closing_from',
  'ended_at',
  'trigger_low',
  'trigger_high',
] as const;

type Column = string | number | object | null;

function fixedColumns(record: PositionRecord): Readonly<Record<(typeof FIXED)[number], Column>> {
  return {
    id: record.id,
    user_id: record.userId,
    market_id: record.marketId,
    series_id: record.seriesId,
    currency_id: record.currencyId,
    side: record.side,
    mode: record.mode,
    leverage: record.leverage,
    target_price: record.targetPrice,
    terms: z.encode(futuresTerms, record.terms),
    terms_hash: record.termsHash,
    parent_id: record.parentId,
    client_request_id: record.clientRequestId,
    submitted_at: record.submittedAt,
  };
}

function changingColumns({ record, band }: Written): Readonly<Record<(typeof CHANGING)[number], Column>> {
  return {
    lots: record.lots,
    quantity: record.quantity,
    stop_profit: record.takeProfit,
    stop_loss: record.stopLoss,
    open_price: record.entryPrice,
    ...tickColumns('open', 'open_tick_price', record.openTick),
    origin_margin: record.originMargin,
    margin: record.margin,
    fee: record.fee,
    reserve: record.reserve,
    added_margin: record.addedMargin,
    overnight_total: record.overnightTotal,
    overnight_paid: record.overnightPaid,
    warned: record.warned,
    status: record.status,
    close_reason: record.closeReason,
    ...tickColumns('close', 'close_price', record.closeTick),
    profit: record.profit,
    returned: record.returned,
    shortfall: record.shortfall,
    opened_at: record.openedAt,
    closing_from: record.closingFrom,
    ended_at: record.endedAt,
    trigger_low: band?.low ?? null,
    trigger_high: band?.high ?? null,
  };
}

function tickColumns<const N extends string, const P extends string>(name: N, price: P, tick: PricePoint | null) {
  return {
    [`${name}_seq`]: tick?.seq ?? null,
    [`${name}_at`]: tick?.at ?? null,
    [price]: tick?.price ?? null,
  } as Readonly<Record<`${N}_seq` | `${N}_at` | P, Column>>;
}
