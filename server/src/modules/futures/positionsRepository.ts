/** The SQL of positions. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import type { Band, PositionSide } from '@halyard/contract/futures/position';
import { futuresTerms } from '@halyard/contract/futures/terms';
import type { PricePoint } from '@halyard/contract/options/rules';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { lockedAmounts, type OpenAmounts } from '../../exposure/unverifiedLimit.ts';
import { POSITION_COLUMNS, toRecords, type PositionRecord, type PositionRow } from './positionRow.ts';

/** What is open: an order that waits, or a position. */
export const IS_OPEN = sql`p.status in ('pending', 'trading')`;

/**
 * Keeps everybody else from opening, changing, closing and advancing positions until the transaction ends. One lock for
 * all markets, since cross accounts and the house's limits go over all of them (docs/adr/0023-contracts-by-ticks.md).
 * Those who wait get it in their order.
 */
export async function lockFutures(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.futures})`);
}

/** {@link lockFutures} for a purchase: locks the buyer as well, if not verified, and answers what they have open. */
export async function lockFuturesToBuy(tx: Transaction, buyer: UserId): Promise<OpenAmounts> {
  const [row] = await rowsOf<{ open: OpenAmounts }>(
    tx,
    sql`select pg_advisory_xact_lock(${LOCKS.futures}), ${lockedAmounts(buyer)} as open`,
  );
  return row?.open ?? null;
}

/** Positions of `contract_positions p`. */
export async function selectPositions(reader: Reader, which: SQL): Promise<PositionRecord[]> {
  return toRecords(
    await rowsOf<PositionRow>(reader, sql`select ${POSITION_COLUMNS} from contract_positions p ${which}`),
  );
}

/** Everything that a user has open in a currency, by id. */
export async function selectOpen(reader: Reader, userId: UserId, currencyId?: CurrencyId): Promise<PositionRecord[]> {
  const inCurrency = currencyId === undefined ? sql`` : sql`and p.currency_id = ${currencyId}`;
  return selectPositions(reader, sql`where p.user_id = ${userId} and ${IS_OPEN} ${inCurrency} order by p.id`);
}

/** What a request to close all is about: what a user has open, of one side or both, and what it has closed before. */
export async function listToClose(
  reader: Reader,
  userId: UserId,
  { side, requestId }: { readonly side: PositionSide | undefined; readonly requestId: string | undefined },
): Promise<PositionId[]> {
  const ofSide = side === undefined ? sql`` : sql`and side = ${side}`;
  const rows = await rowsOf<{ id: string }>(
    reader,
    sql`select id::text as id from contract_positions p where user_id = ${userId}
      and (status = 'trading' ${ofSide} or closed_by_request = ${requestId ?? null}) order by p.id desc`,
  );
  return rows.map(({ id }) => Number(id) as PositionId);
}

/** Those of these positions that are open still, to be closed by the next tick. */
export async function listClosing(reader: Reader, ids: readonly PositionId[]): Promise<ReadonlySet<PositionId>> {
  const rows = await rowsOf<{ id: string }>(
    reader,
    sql`select id::text as id from contract_positions
      where id = any(${sql.param(ids)}::bigint[]) and status = 'trading'`,
  );
  return new Set(rows.map(({ id }) => Number(id) as PositionId));
}

/** Whether it was this request that closed a position of the user. To rely on it, hold the lock of contracts. */
export async function isClosedBy(tx: Transaction, { userId, id }: OwnId, requestId: string): Promise<boolean> {
  const which = sql`id = ${id} and user_id = ${userId} and closed_by_request = ${requestId}`;
  return (await rowsOf(tx, sql`select from contract_positions where ${which}`)).length === 1;
}

/** Says which request closes a position that is open. */
export async function markClosedBy(tx: Transaction, { userId, id }: OwnId, requestId: string): Promise<void> {
  await tx.execute(
    sql`update contract_positions set closed_by_request = ${requestId} where id = ${id} and user_id = ${userId} and status = 'trading'`,
  );
}

type OwnId = { readonly userId: UserId; readonly id: PositionId };

/** The next id, for a row that is named before it is written. */
export async function nextPositionId(tx: Transaction): Promise<PositionId> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('contract_positions', 'id'))::text as id`,
  );
  if (row === undefined) throw new Error('a sequence gave nothing');
  return Number(row.id) as PositionId;
}

/** A position as it is written, with the ticks that touch it; null when it is over. */
export type Written = { readonly record: PositionRecord; readonly band: Band | null };

/** Writes new rows. */
export async function insertPositions(tx: Transaction, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((one) => ({
    ...fixedColumns(one.record),
    ...changingColumns(one),
  }));
  await tx.execute(
    sql`insert into contract_positions (${sql.raw([...FIXED, ...CHANGING].join(', '))})
      select ${sql.raw([...FIXED, ...CHANGING].join(', '))}
      from jsonb_populate_recordset(null::contract_positions, ${JSON.stringify(rows)}::text::jsonb)`,
  );
}

/** Writes what has changed of rows. */
export async function updatePositions(tx: Transaction, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((one) => ({ id: one.record.id, ...changingColumns(one) }));
  const settings = CHANGING.map((name) => `${name} = n.${name}`).join(', ');
  const updated = await rowsOf<{ id: string }>(
    tx,
    sql`update contract_positions p set ${sql.raw(settings)}
      from jsonb_populate_recordset(null::contract_positions, ${JSON.stringify(rows)}::text::jsonb) n
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
  'night_paid',
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
    stop_profit: record.stopProfit,
    stop_loss: record.stopLoss,
    open_price: record.openPrice,
    ...tickColumns('open', 'open_tick_price', record.openTick),
    origin_margin: record.originMargin,
    margin: record.margin,
    fee: record.fee,
    reserve: record.reserve,
    added_margin: record.addedMargin,
    overnight_total: record.overnightTotal,
    night_paid: record.nightPaid,
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
