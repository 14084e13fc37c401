/**
 * SQL of options, and the mapping of their rows to the contract. Ids grow with time, so they define the order of a
 * list. Decimals and instants are text in rows.
 */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, MarketId, OptionId, UserId } from '@halyard/contract/ids';
import type { listOptionDays, listOptions, Option, OptionDay } from '@halyard/contract/options/calls';
import { decimal, add, ZERO, type Decimal, HUNDRED } from '@halyard/contract/money';
import {
  type Direction,
  type OptionMoney,
  type PricePoint,
  profitOf,
  type VoidReason,
} from '@halyard/contract/options/rules';
import { optionTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { allOf, dayRangeOf, SHOWN_ID_OFFSET, whenGiven } from '../../calls/paging.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { tickOf } from '../../market/series.ts';

/** A row as {@link OPTION_COLUMNS} select it. */
export type OptionRow = Row<
  'options',
  | 'id'
  | 'user_id'
  | 'market_id'
  | 'series_id'
  | 'currency_id'
  | 'direction'
  | 'seconds'
  | 'stake'
  | 'fee'
  | 'payout'
  | 'terms'
  | 'terms_hash'
  | 'purchased_at'
  | 'due_at'
  | 'open_seq'
  | 'open_at'
  | 'open_price'
  | 'before_seq'
  | 'before_at'
  | 'before_price'
  | 'end_seq'
  | 'end_at'
  | 'end_price'
  | 'result'
  | 'settled_at'
> & {
  readonly void_reason: VoidReason | null;

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

/** A lost option loses its whole stake, in percent. */
export const LOSS_RATIO = HUNDRED;

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

export function openTickOf(row: Pick<OptionRow, 'open_seq' | 'open_at' | 'open_price'>): PricePoint {
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

export function tickColumns(name: string, tick: { seq: number; at: string; price: Decimal } | null): object {
  return {
    [`${name}_seq`]: tick?.seq ?? null,
    [`${name}_at`]: tick?.at ?? null,
    [`${name}_price`]: tick?.price ?? null,
  };
}

export type NewOption = Omit<OptionMoney, 'held'> & {
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly seriesId: number;
  readonly currencyId: CurrencyId;
  readonly direction: Direction;
  readonly seconds: number;
  readonly terms: OptionTerms;
  readonly termsHash: string;
  readonly open: PricePoint;
  /** ISO 8601, as `dueAt`. */
  readonly purchasedAt: string;
  readonly dueAt: string;
  readonly clientRequestId: string | undefined;
};

/** Selects options of a user; all given fields must match. */
export type OptionFilter = RequestOf<typeof listOptionDays> & Pick<RequestOf<typeof listOptions>, 'after' | 'isOver'>;

/** With the id of a market. */
const MARKET_LOCK = 7_204_124;

/**
 * Blocks purchases and settlements of a market's options until the transaction ends; spot orders are not blocked. An
 * advisory lock is granted in the order of the requests; a row lock could go to the settlement of thousands again and
 * again.
 */
export async function lockOptionMarket(tx: Transaction, marketId: MarketId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MARKET_LOCK}, ${marketId})`);
}

export async function insertOption(tx: Transaction, option: NewOption): Promise<OptionId> {
  const { open } = option;
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into options (user_id, market_id, series_id, currency_id, direction, seconds, stake, fee, payout, terms,
        terms_hash, open_seq, open_at, open_price, purchased_at, due_at, client_request_id)
      values (${option.userId}, ${option.marketId}, ${option.seriesId}, ${option.currencyId}, ${option.direction},
        ${option.seconds}, ${option.stake}, ${option.fee}, ${option.payout},
        ${JSON.stringify(z.encode(optionTerms, option.terms))}::text::jsonb, ${option.termsHash}, ${open.seq}, ${open.at},
        ${open.price}, ${option.purchasedAt}, ${option.dueAt}, ${option.clientRequestId ?? null})
      returning id::text as id`,
  );
  if (row === undefined) throw new Error('an option was not written');
  return Number.parseInt(row.id, 10) as OptionId;
}

/** An option by its id. Throws when it is missing. */
export async function readOption(reader: Reader, id: OptionId, nowMs: number): Promise<Option> {
  const [option] = await optionsOf(reader, sql`where o.id = ${id}`, nowMs);
  if (option === undefined) throw new Error(`there is no option ${id}`);
  return option;
}

/** The user's options with these ids, newest first. */
export async function selectOptionsById(
  reader: Reader,
  userId: UserId,
  ids: readonly OptionId[],
  nowMs: number,
): Promise<Option[]> {
  return optionsOf(reader, sql`where o.user_id = ${userId} and o.id = any(${sql.param(ids)}::bigint[])`, nowMs);
}

/** A user's options, newest first. Throws `BusinessError('RANGE_INVALID')`. */
export async function selectOptions(
  reader: Reader,
  userId: UserId,
  filter: OptionFilter,
  { limit, offset, nowMs }: { readonly limit: number; readonly offset: number; readonly nowMs: number },
): Promise<Option[]> {
  // With `after`, reading continues after that row, regardless of the page.
  const from = filter.after === undefined ? sql`offset ${offset}` : sql``;
  const which = sql`where ${conditionsOf(userId, filter, nowMs)} order by o.id desc limit ${limit} ${from}`;
  return optionsOf(reader, which, nowMs);
}

/** Number of a user's options. Throws `BusinessError('RANGE_INVALID')`. */
export async function countOptions(
  reader: Reader,
  userId: UserId,
  filter: OptionFilter,
  nowMs: number,
): Promise<number> {
  const [row] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from options o join price_series s on s.id = o.series_id
      where ${conditionsOf(userId, { ...filter, after: undefined }, nowMs)}`,
  );
  return row?.total ?? 0;
}

const DAYS_MAX = 366;

/** Totals of a user's closed options by the UTC day of their purchase. Throws `BusinessError('RANGE_INVALID')`. */
export async function selectOptionDays(
  reader: Reader,
  userId: UserId,
  filter: OptionFilter,
  nowMs: number,
): Promise<OptionDay[]> {
  const rows = await rowsOf<Record<'day' | 'currency' | 'stakes' | 'fees' | 'profit', string> & { options: number }>(
    reader,
    sql`select to_char(o.purchased_at at time zone 'UTC', 'YYYY-MM-DD') as day, c.name as currency, count(*)::int as options,
        sum(o.stake)::text as stakes, sum(case o.result when 'void' then 0 else o.fee end)::text as fees,
        sum(case o.result when 'win' then o.payout when 'lose' then -o.stake else 0 end
          - case o.result when 'void' then 0 else o.fee end)::text as profit
      from options o join price_series s on s.id = o.series_id join currencies c on c.id = o.currency_id
      where ${conditionsOf(userId, filter, nowMs)} and o.settled_at is not null
      group by day, c.id order by day desc, c.id limit ${DAYS_MAX}`,
  );
  return rows.map(({ stakes, fees, profit, ...row }) => ({
    ...row,
    stakes: decimal(stakes),
    fees: decimal(fees),
    profit: decimal(profit),
  }));
}

async function optionsOf(reader: Reader, which: SQL, nowMs: number): Promise<Option[]> {
  const rows = await rowsOf<OptionRow>(
    reader,
    sql`select ${OPTION_COLUMNS} from options o join price_series s on s.id = o.series_id ${which}`,
  );
  return rows.map((row) => toOption(row, nowMs)).toSorted((a, b) => b.id - a.id);
}

function conditionsOf(userId: UserId, filter: OptionFilter, nowMs: number): SQL {
  const { fromAt, untilAt } = dayRangeOf(filter);
  return allOf([
    sql`o.user_id = ${userId}`,
    ...whenGiven(filter.status, (status) => statusCondition(status, nowMs)),
    ...whenGiven(filter.isOver, (isOver) => (isOver ? sql`o.settled_at is not null` : sql`o.settled_at is null`)),
    ...whenGiven(filter.marketId, (id) => sql`o.market_id = ${id}`),
    ...whenGiven(filter.currencyId, (id) => sql`o.currency_id = ${id}`),
    ...whenGiven(filter.direction, (direction) => sql`o.direction = ${direction}`),
    ...whenGiven(filter.result, (result) => sql`o.result = ${result}`),
    ...whenGiven(fromAt, (instant) => sql`o.purchased_at >= ${instant}::timestamptz`),
    ...whenGiven(untilAt, (instant) => sql`o.purchased_at < ${instant}::timestamptz`),
    ...whenGiven(filter.after, (id) => sql`o.id < ${id}`),
  ]);
}

function statusCondition(status: Option['status'], nowMs: number): SQL {
  if (status === 'closed') return sql`o.settled_at is not null`;
  const isReached = sql`o.due_at <= greatest(${new Date(nowMs).toISOString()}::timestamptz, s.last_at)`;
  return sql`o.settled_at is null and ${status === 'due' ? isReached : sql`not (${isReached})`}`;
}
