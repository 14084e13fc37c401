/** Receipts of closed positions: written with the closing, readable by the owner and by anyone with the key. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { getPositionReceipt, type PositionReceipt } from '@halyard/contract/futures/receiptCalls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { positionSide } from '@halyard/contract/futures/positionCodec';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { Closing } from '@halyard/contract/futures/account';
import { futuresTerms } from '@halyard/contract/futures/terms';
import type { PricePoint } from '@halyard/contract/options/rules';
import {
  formatPositionReceipt,
  parsePosition,
  type PositionResult,
} from '@halyard/contract/transparency/positionReceipt';
import { areCommittedInTime } from '@halyard/contract/transparency/verifyPositionReceipt';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { readLoggedTerms } from '../../transparency/commitments.ts';
import { findQuoteEntries, findTickEntries, proveEntries } from '../../transparency/proofs.ts';
import type { PublishedHead } from '../../transparency/publishedHead.ts';
import { readStoredReceipt, type Asker } from '../../transparency/storedReceipt.ts';
import { referenceOf } from './ledgerEntries.ts';
import { type PositionRecord, selectPositions } from './positionsRepository.ts';

/** A position that has just closed. */
export type ClosedPosition = {
  readonly record: PositionRecord;
  readonly closing: Closing;
  /** The part of the shortfall that insurance paid. */
  readonly insured: Decimal;
};

/** Writes receipts. Ledger entries have no ids yet; they are found by their reference when a receipt is read. */
export async function writeReceipts(tx: Transaction, closed: readonly ClosedPosition[]): Promise<void> {
  if (closed.length === 0) return;
  const before = await readTicksBefore(tx, closed);
  const rows = closed.map((one) => ({ id: one.record.id, receipt: receiptOf(one, before.get(one.record.id) ?? null) }));
  await tx.execute(
    sql`insert into futures_receipts (position_id, receipt)
      select id, receipt from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id bigint, receipt jsonb) order by id`,
  );
}

const STORED = { receipts: 'futures_receipts', column: 'position_id', records: 'futures_positions' };

/** The receipt of a closed position. Throws `BusinessError('POSITION_NOT_FOUND')`, also while it is open. */
export async function readPositionReceipt(reader: Reader, id: PositionId, asker: Asker): Promise<PositionReceipt> {
  const tables = { ...STORED, reference: referenceOf({ id }) };
  const stored = await readStoredReceipt<z.input<typeof getPositionReceipt.answer>>(reader, tables, id, asker);
  if (stored === undefined) throw new BusinessError('POSITION_NOT_FOUND');
  return z.decode(getPositionReceipt.answer, stored);
}

/** The ticks before the closing ones, which prove that no earlier tick closed a position. */
async function readTicksBefore(tx: Transaction, closed: readonly ClosedPosition[]): Promise<Map<number, PricePoint>> {
  const wanted = closed.map(({ record, closing }) => ({
    id: record.id,
    series: record.seriesId,
    seq: closing.tick.seq - 1,
  }));
  const rows = await rowsOf<{ id: string; seq: string; at: string; price: string }>(
    tx,
    sql`select w.id::text as id, t.seq::text as seq, ${isoText(sql`t.at`)} as at, t.price::text as price
      from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as w (id bigint, series integer, seq bigint)
        join ticks t on t.series_id = w.series and t.seq = w.seq`,
  );
  return new Map(rows.map(({ id, seq, at, price }) => [Number(id), { seq: Number(seq), at, price: decimal(price) }]));
}

/** Encoded for the wire: many positions may close at once, and the result is final. */
function receiptOf(
  { record, closing, insured }: ClosedPosition,
  before: PricePoint | null,
): z.input<typeof getPositionReceipt.answer> {
  const { terms, openTick, openedAt, entryPrice, endedAt } = record;
  if (openTick === null || openedAt === null || entryPrice === null || endedAt === null)
    throw new Error(`position ${record.id} is not closed`);
  return {
    id: record.id,
    rule: terms.rule,
    market: terms.symbol,
    price_source: terms.priceSource,
    series: record.seriesId,
    type: z.encode(positionSide, record.side),
    margin_mode: record.mode,
    terms: z.encode(futuresTerms, terms),
    terms_hash: record.termsHash,
    currency: terms.currency,
    multiple: record.leverage,
    share: record.lots,
    number: record.quantity,
    price: entryPrice,
    origin_caution_money: record.originMargin,
    caution_money: closing.position.margin,
    added_margin: record.addedMargin,
    overnight_money: record.overnightTotal,
    trade_fee: record.fee,
    reserve: record.reserve,
    target_profit_price: record.takeProfit,
    stop_loss_price: record.stopLoss,
    opened_at: openedAt,
    open_tick: openTick,
    before_tick: before,
    close_tick: closing.tick,
    close_reason: closing.reason,
    profit: closing.profit,
    returned: closing.returned,
    from_balance: closing.fromBalance,
    from_margins: [...closing.fromMargins],
    shortfall: closing.shortfall,
    insured,
    marks: [...closing.marks].map(([marketId, tick]) => ({ match_id: marketId, tick })),
    closed_at: endedAt,
    entries: [],
  };
}

/**
 * For a position with at most this many entries during its life, the file contains all of them, which proves that no
 * earlier tick closed it.
 */
const LIFE_MAX = 600;
/** More than a year of midnights; each has three entries in the file. */
const CHANGES_MAX = 500;

type Ended = PositionRecord & { readonly closeTick: NonNullable<PositionRecord['closeTick']> };

/**
 * The receipt file of a closed position, proved against the newest published tree. Throws `BusinessError`:
 * POSITION_NOT_FOUND; POSITION_NOT_SEALED when one file cannot prove it, also while it is open.
 */
export async function readLoggedPosition(
  reader: Reader,
  head: PublishedHead,
  userId: UserId,
  id: PositionId,
): Promise<string> {
  const [record] = await selectPositions(reader, sql`where p.id = ${id} and p.user_id = ${userId}`);
  if (record === undefined) throw new BusinessError('POSITION_NOT_FOUND');
  const result = resultOf(record);
  const chain = await readLoggedTerms(reader, { kind: 'contract', id });
  if (!isEnded(record) || result === undefined || chain === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const isShort = chain.length > 0 && chain.length <= CHANGES_MAX;
  const ticks = isShort ? await findTicks(reader, record, chain) : undefined;
  if (ticks === undefined) throw new BusinessError('POSITION_NOT_SEALED');
  const commits = chain.map(({ index }) => index);
  const quotes = await findQuoteEntries(reader, record.seriesId, ticks.seqs, ticks.places);
  const places = [...commits, ...withBetween(ticks.places), ...quotes];
  const file = await proveEntries(reader, await head.read(), places);
  const receipt = file && { chain, result, ...file };
  // While the log was stopped, changes were not committed in time.
  if (receipt === undefined || !areCommittedInTime(receipt)) throw new BusinessError('POSITION_NOT_SEALED');
  return formatPositionReceipt(receipt);
}

/**
 * Only isolated positions can be proved by their own ticks; closed parts have no terms, and no tick proves the end of a
 * series.
 */
function isEnded(record: PositionRecord): record is Ended {
  return record.mode === 'isolated' && record.parentId === null && record.closeTick !== null;
}

function resultOf(record: PositionRecord): PositionResult | undefined {
  const { closeReason, closeTick, profit, returned, terms } = record;
  const isShown = closeReason !== null && closeReason !== 'series_ended' && closeReason !== 'house_limit';
  if (!isShown || closeTick === null || profit === null || returned === null) return undefined;
  const { currency } = terms;
  return {
    outcome: closeReason,
    exit: `${closeTick.seq} ${closeTick.price}`,
    profit: `${profit} ${currency}`,
    paid: `${returned} ${currency}`,
  };
}

/** The entries of the ticks of changes and end, and of their neighbours; undefined when one is missing. */
async function findTicks(
  reader: Reader,
  { seriesId, closeTick }: Ended,
  chain: readonly { readonly terms: string }[],
): Promise<{ readonly seqs: readonly number[]; readonly places: readonly number[] } | undefined> {
  const changed = chain.map(({ terms }) => parsePosition(terms).tick.seq);
  const first = changed[0] ?? closeTick.seq;
  const seqs = [...changed.flatMap((seq) => [seq, seq + 1]), closeTick.seq - 1, closeTick.seq];
  const wanted = [...new Set(seqs.filter((one) => one >= first))];
  const places = await findTickEntries(reader, seriesId, wanted);
  return places.length === wanted.length ? { seqs: wanted, places } : undefined;
}

function withBetween(found: readonly number[]): readonly number[] {
  const [first, last] = [Math.min(...found), Math.max(...found)];
  return last - first < LIFE_MAX ? Array.from({ length: last - first + 1 }, (_, place) => first + place) : found;
}
