/**
 * SQL of options, and the mapping of their rows to the contract. Ids grow with time, so they define the order of a
 * list. Decimals and instants are text in rows.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, MarketId, OptionId, UserId } from '@halyard/contract/ids';
import type { Option, OptionTick } from '@halyard/contract/options/calls';
import { add, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { optionTerms, type OptionTerms } from '@halyard/contract/options/terms';
import {
  profitOf,
  type Direction,
  type OptionMoney,
  type OptionResult,
  type VoidReason,
} from '@halyard/contract/options/rules';
import { isoText } from '../../db/sqlTime.ts';

/** A row as {@link OPTION_COLUMNS} select it. */
export type OptionRow = {
  readonly id: string;
  readonly user_id: number;
  readonly market_id: number;
  readonly series_id: number;
  readonly currency_id: number;
  readonly direction: Direction;
  readonly seconds: number;
  readonly stake: string;
  readonly fee: string;
  readonly payout: string;
  readonly terms: unknown;
  readonly terms_hash: string;
  readonly purchased_at: string;
  readonly due_at: string;
  readonly open_seq: string;
  readonly open_at: string;
  readonly open_price: string;
  readonly before_seq: string | null;
  readonly before_at: string | null;
  readonly before_price: string | null;
  readonly end_seq: string | null;
  readonly end_at: string | null;
  readonly end_price: string | null;
  readonly result: OptionResult | null;
  readonly void_reason: VoidReason | null;
  readonly settled_at: string | null;
  /** Of its series, which may run ahead of the clock. */
  readonly last_at: string | null;
};

/** Columns of `options o` and its `price_series s`. */
export const OPTION_COLUMNS = sql`o.id::text as id, o.user_id, o.market_id, o.series_id, o.currency_id, o.direction, o.seconds,
  o.stake::text as stake, o.fee::text as fee, o.payout::text as payout, o.terms, o.terms_hash,
  ${isoText(sql`o.purchased_at`)} as purchased_at, ${isoText(sql`o.due_at`)} as due_at,
  o.open_seq::text as open_seq, ${isoText(sql`o.open_at`)} as open_at, o.open_price::text as open_price,
  o.before_seq::text as before_seq, ${isoText(sql`o.before_at`)} as before_at, o.before_price::text as before_price,
  o.end_seq::text as end_seq, ${isoText(sql`o.end_at`)} as end_at, o.end_price::text as end_price,
  o.result, o.void_reason, ${isoText(sql`o.settled_at`)} as settled_at, ${isoText(sql`s.last_at`)} as last_at`;

// English, as legacy clients show them. The language of the user is unknown when an event is published.
const DIRECTION_NAMES = { up: 'Up', down: 'Down', even: 'Even' } as const;
const STATUS_NAMES = { open: 'Open', due: 'Awaiting price', closed: 'Closed' } as const;
const RESULT_NAMES = { win: 'Won', tie: 'Tie', lose: 'Lost', void: 'Void' } as const;
const RESULT_NUMBERS = { win: 1, tie: 0, lose: -1, void: 0 } as const;

const LOSS_RATIO = decimal('100');
// Legacy clients show the id with this offset as the number of an option.
const SHOWN_ID_OFFSET = 10_000;

/** The option of a row at an instant of the exchange's clock. `terms` are those of the row. */
export function toOption(row: OptionRow, nowMs: number, terms = termsOf(row)): Option {
  const { result, settled_at: settledAt, purchased_at: purchasedAt, due_at: dueAt } = row;
  const id = Number.parseInt(row.id, 10) as OptionId;
  const money = moneyOf(row);
  const status = statusOf(row, nowMs);
  const endTick = tickOf(row.end_seq, row.end_at, row.end_price);
  return {
    id,
    userId: row.user_id as UserId,
    marketId: row.market_id as MarketId,
    currencyId: row.currency_id as CurrencyId,
    direction: row.direction,
    directionName: DIRECTION_NAMES[row.direction],
    seconds: row.seconds,
    stake: money.stake,
    openPrice: decimal(row.open_price),
    // The late tick of a void option is not its end price.
    endPrice: endTick === null || result === 'void' ? ZERO : endTick.price,
    fee: money.fee,
    profitRatio: terms.profitRatio,
    lossRatio: LOSS_RATIO,
    profit: result === null ? ZERO : profitOf(result, money),
    status,
    statusName: STATUS_NAMES[status],
    resultNumber: result === null ? 0 : RESULT_NUMBERS[result],
    resultName: result === null ? '' : RESULT_NAMES[result],
    isInsured: false,
    createdAt: purchasedAt,
    updatedAt: settledAt ?? purchasedAt,
    handledAt: dueAt,
    completeAt: settledAt,
    returnAt: settledAt,
    remainMs: settledAt === null ? remainMs(row, nowMs) : 0,
    currency: terms.currency,
    symbol: terms.symbol,
    shownId: id + SHOWN_ID_OFFSET,
    result,
    voidReason: row.void_reason,
    payout: money.payout,
    purchasedAt,
    dueAt,
    settledAt,
    priceSource: terms.priceSource,
    openTick: openTickOf(row),
    beforeTick: tickOf(row.before_seq, row.before_at, row.before_price),
    endTick,
    terms,
    termsHash: row.terms_hash,
  };
}

/** The terms that an option was bought on. */
export function termsOf({ terms }: Pick<OptionRow, 'terms'>): OptionTerms {
  return z.decode(optionTerms, terms as z.input<typeof optionTerms>);
}

/** The opening tick of an option. */
export function openTickOf(row: Pick<OptionRow, 'open_seq' | 'open_at' | 'open_price'>): OptionTick {
  return { seq: Number.parseInt(row.open_seq, 10), at: row.open_at, price: decimal(row.open_price) };
}

/** The cost and the possible payout of an option. */
export function moneyOf(row: Pick<OptionRow, 'stake' | 'fee' | 'payout'>): OptionMoney {
  const [stake, fee, payout] = [decimal(row.stake), decimal(row.fee), decimal(row.payout)];
  return { stake, fee, payout, held: add(stake, fee) };
}

function statusOf(row: OptionRow, nowMs: number): Option['status'] {
  if (row.settled_at !== null) return 'closed';
  return remainMs(row, nowMs) > 0 ? 'open' : 'due';
}

/** Time left at an instant of the clock, or of the last tick where prices have run ahead of it. */
function remainMs({ due_at: dueAt, last_at: lastAt }: OptionRow, nowMs: number): number {
  const atMs = lastAt === null ? nowMs : Math.max(nowMs, Date.parse(lastAt));
  return Math.max(0, Date.parse(dueAt) - atMs);
}

/** A tick from columns that are all null or all set. */
export function tickOf(seq: string | null, at: string | null, price: string | null): OptionTick | null {
  if (seq === null || at === null || price === null) return null;
  return { seq: Number.parseInt(seq, 10), at, price: decimal(price) };
}

/** The columns of a tick. */
export function tickColumns(name: string, tick: { seq: number; at: string; price: Decimal } | null): object {
  return {
    [`${name}_seq`]: tick?.seq ?? null,
    [`${name}_at`]: tick?.at ?? null,
    [`${name}_price`]: tick?.price ?? null,
  };
}
