/** SQL of positions, and the mapping of their rows to the rules. Decimals and instants are text in rows. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, MarketId, PositionId, UserId } from '@halyard/contract/ids';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { OpenPosition, PendingOrder, Warned } from '@halyard/contract/futures/account';
import type { CloseReason, MarginMode, PositionSide } from '@halyard/contract/futures/position';
import { futuresTerms, type FuturesTerms } from '@halyard/contract/futures/terms';
import type { PricePoint } from '@halyard/contract/options/rules';
import { isoText } from '../../db/sqlTime.ts';

export type PositionState = 'pending' | 'trading' | 'closed' | 'cancelled';
/** Why it ended; orders are also cancelled by their users. */
export type EndReason = CloseReason | 'house_limit';

/** A row of `contract_positions`. Money is exact text; missing values are null. */
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
  readonly stopProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly openPrice: Decimal | null;
  readonly openTick: PricePoint | null;
  readonly originMargin: Decimal;
  readonly margin: Decimal;
  readonly fee: Decimal;
  readonly reserve: Decimal;
  readonly addedMargin: Decimal;
  readonly overnightTotal: Decimal;
  readonly nightPaid: string | null;
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
export type PositionRow = {
  readonly id: string;
  readonly user_id: number;
  readonly market_id: number;
  readonly series_id: number;
  readonly currency_id: number;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly lots: number;
  readonly quantity: string;
  readonly target_price: string | null;
  readonly stop_profit: string | null;
  readonly stop_loss: string | null;
  readonly open_price: string | null;
  readonly open_seq: string | null;
  readonly open_at: string | null;
  readonly open_tick_price: string | null;
  readonly origin_margin: string;
  readonly margin: string;
  readonly fee: string;
  readonly reserve: string;
  readonly added_margin: string;
  readonly overnight_total: string;
  readonly night_paid: string | null;
  readonly warned: Warned;
  readonly terms: unknown;
  readonly terms_hash: string;
  readonly status: PositionState;
  readonly close_reason: EndReason | null;
  readonly close_seq: string | null;
  readonly close_at: string | null;
  readonly close_price: string | null;
  readonly profit: string | null;
  readonly returned: string | null;
  readonly shortfall: string | null;
  readonly parent_id: string | null;
  readonly client_request_id: string | null;
  readonly submitted_at: string;
  readonly opened_at: string | null;
  readonly closing_from: string | null;
  readonly ended_at: string | null;
};

/** Columns of `contract_positions p`. */
export const POSITION_COLUMNS = sql`p.id::text as id, p.user_id, p.market_id, p.series_id, p.currency_id, p.side, p.mode,
  p.leverage, p.lots, p.quantity::text as quantity, p.target_price::text as target_price, p.stop_profit::text as stop_profit,
  p.stop_loss::text as stop_loss, p.open_price::text as open_price, p.open_seq::text as open_seq,
  ${isoText(sql`p.open_at`)} as open_at, p.open_tick_price::text as open_tick_price,
  p.origin_margin::text as origin_margin, p.margin::text as margin, p.fee::text as fee, p.reserve::text as reserve,
  p.added_margin::text as added_margin, p.overnight_total::text as overnight_total,
  ${isoText(sql`p.night_paid`)} as night_paid, p.warned, p.terms, p.terms_hash, p.status, p.close_reason,
  p.close_seq::text as close_seq, ${isoText(sql`p.close_at`)} as close_at, p.close_price::text as close_price,
  p.profit::text as profit, p.returned::text as returned, p.shortfall::text as shortfall, p.parent_id::text as parent_id,
  p.client_request_id::text as client_request_id, ${isoText(sql`p.submitted_at`)} as submitted_at,
  ${isoText(sql`p.opened_at`)} as opened_at, ${isoText(sql`p.closing_from`)} as closing_from,
  ${isoText(sql`p.ended_at`)} as ended_at`;

/** Maps rows; most rows share a few terms, and decoding those takes longer than the rest. */
export function toRecords(rows: readonly PositionRow[]): PositionRecord[] {
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
    targetPrice: amountOf(row.target_price),
    stopProfit: amountOf(row.stop_profit),
    stopLoss: amountOf(row.stop_loss),
    openPrice: amountOf(row.open_price),
    openTick: tickOf(row.open_seq, row.open_at, row.open_tick_price),
    originMargin: decimal(row.origin_margin),
    margin: decimal(row.margin),
    fee: decimal(row.fee),
    reserve: decimal(row.reserve),
    addedMargin: decimal(row.added_margin),
    overnightTotal: decimal(row.overnight_total),
    nightPaid: row.night_paid,
    warned: row.warned,
    terms,
    termsHash: row.terms_hash,
    status: row.status,
    closeReason: row.close_reason,
    closeTick: tickOf(row.close_seq, row.close_at, row.close_price),
    profit: amountOf(row.profit),
    returned: amountOf(row.returned),
    shortfall: amountOf(row.shortfall),
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
  const { openPrice, openedAt } = record;
  if (openPrice === null || openedAt === null) throw new Error(`position ${record.id} is not open`);
  const { id, marketId, side, mode, lots, quantity, originMargin, margin, reserve } = record;
  const { stopProfit, stopLoss, nightPaid, warned, terms, closingFrom } = record;
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
    stopProfit,
    stopLoss,
    nightPaid,
    warned,
    terms,
    openPrice,
    openedAt,
    closingFrom,
  };
}

/** A pending order in the form of the rules. Throws for a row without a target. */
export function toPendingOrder(record: PositionRecord): PendingOrder {
  const { targetPrice } = record;
  if (targetPrice === null) throw new Error(`order ${record.id} has no target`);
  const { id, marketId, side, mode, lots, quantity, margin, fee, stopProfit, stopLoss, terms } = record;
  return { id, marketId, side, mode, lots, quantity, margin, fee, stopProfit, stopLoss, terms, targetPrice };
}

/** A tick from columns that are all null or all set. */
function tickOf(seq: string | null, at: string | null, price: string | null): PricePoint | null {
  if (seq === null || at === null || price === null) return null;
  return { seq: Number(seq), at, price: decimal(price) };
}

function amountOf(text: string | null): Decimal | null {
  return text === null ? null : decimal(text);
}
