/** The SQL of options, and a user's own as lists. Ids grow with time, so they give the order of a list. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, MarketId, OptionId, UserId } from '@halyard/contract/ids';
import type { listOptionDays, listOptions, Option, OptionDay } from '@halyard/contract/options/calls';
import { decimal } from '@halyard/contract/money';
import type { Direction, OptionMoney, PricePoint } from '@halyard/contract/options/rules';
import { optionTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { dayRangeOf } from '../../calls/dayRange.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';
import { OPTION_COLUMNS, toOption, type OptionRow } from './optionRow.ts';

/** An option at its purchase. */
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

/** Which of a user's options to read: all that is said must hold. */
export type OptionFilter = RequestOf<typeof listOptionDays> & Pick<RequestOf<typeof listOptions>, 'after' | 'isOver'>;

/**
 * Keeps everybody else from buying and settling options of a market until the transaction ends; spot orders go on.
 * Those who wait get it in their order: a row would go to whoever asks first when it is free, which is the one who
 * settles thousands in a row.
 */
export async function lockOptionMarket(tx: Transaction, marketId: MarketId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.optionMarket}, ${marketId})`);
}

/** Writes an option down. */
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

/** An option as it stands. Throws when there is none. */
export async function readOption(reader: Reader, id: OptionId, nowMs: number): Promise<Option> {
  const [option] = await optionsOf(reader, sql`where o.id = ${id}`, nowMs);
  if (option === undefined) throw new Error(`there is no option ${id}`);
  return option;
}

/** These of a user's options, newest first. */
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
  // What follows a row that one has is read from there, whatever page it is.
  const from = filter.after === undefined ? sql`offset ${offset}` : sql``;
  const which = sql`where ${conditionsOf(userId, filter, nowMs)} order by o.id desc limit ${limit} ${from}`;
  return optionsOf(reader, which, nowMs);
}

/** How many options of a user there are. Throws `BusinessError('RANGE_INVALID')`. */
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

/** What a user's closed options came to, by the UTC day of their purchase. Throws `BusinessError('RANGE_INVALID')`. */
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
  const conditions = [
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
  ];
  return sql.join(conditions, sql` and `);
}

function statusCondition(status: Option['status'], nowMs: number): SQL {
  if (status === 'closed') return sql`o.settled_at is not null`;
  const isReached = sql`o.due_at <= greatest(${new Date(nowMs).toISOString()}::timestamptz, s.last_at)`;
  return sql`o.settled_at is null and ${status === 'due' ? isReached : sql`not (${isReached})`}`;
}

function whenGiven<T>(value: T | undefined, condition: (value: T) => SQL): SQL[] {
  return value === undefined ? [] : [condition(value)];
}
