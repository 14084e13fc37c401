/**
 * The append-only tick log. Only feeds write it; candles are folded from it in the same transaction (`append_ticks`).
 */
import { sql } from 'drizzle-orm';
import type { Tick } from '@halyard/contract/market/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { TRADING_HALTED } from './marketStatus.ts';
import type { SeriesState } from './series.ts';
import { waitingColumn, type Waiting, type WaitingMarkets } from './waiting.ts';

/**
 * A price of a feed before it has a position in the log. `at` is the feed's clock, ISO 8601 in UTC with milliseconds.
 */
export type NewTick = { readonly at: string; readonly price: Decimal; readonly quantity: Decimal };

/** Options of `appendTicks`. */
export type AppendOptions = {
  /** Expected end of the log, so that two writers never append the same ticks. */
  readonly after?: number;
  /** The feed's state after these ticks; unchanged when missing. */
  readonly state?: SeriesState;
  /** The quotes of each tick, as lines of the public log. */
  readonly inputs?: readonly string[] | undefined;
};

/** Another writer has appended to the series since its position was read. */
export class TickLogMovedError extends Error {
  constructor(seriesIds: readonly number[]) {
    super(`the tick log of series ${seriesIds.join(' or ')} has moved`);
    this.name = 'TickLogMovedError';
  }
}

/**
 * Appends ticks in chronological order, updates the series and folds the candles of every period, in one statement.
 * Returns the ticks with their positions in the log. Throws {@link TickLogMovedError} when the log does not end at
 * `after`.
 */
export async function appendTicks(
  tx: Transaction,
  seriesId: number,
  ticks: readonly NewTick[],
  options: AppendOptions = {},
): Promise<Tick[]> {
  if (ticks.length === 0) return [];
  const after = options.after ?? null;
  const state = options.state === undefined ? null : JSON.stringify(withInputs(options.state, options.inputs));
  // Arrays are passed as text, because the two drivers write array parameters differently.
  const rows = await rowsOf<{ seq: string | null }>(
    tx,
    sql`select append_ticks(
      ${seriesId}::integer, ${after}::bigint,
      ${arrayText(ticks.map(({ at }) => at))}::text::timestamptz[],
      ${arrayText(ticks.map(({ price }) => price))}::text::numeric[],
      ${arrayText(ticks.map(({ quantity }) => quantity))}::text::numeric[],
      ${state}::text::jsonb
    ) as seq`,
  );
  const firstSeq = rows[0]?.seq ?? null;
  if (firstSeq === null) throw new TickLogMovedError([seriesId]);
  return ticks.map((tick, index) => ({ seq: Number(firstSeq) + index, ...tick }));
}

/** Ticks to append to a series. */
export type SeriesTicks = {
  readonly seriesId: number;
  readonly ticks: readonly NewTick[];
  /** Expected end of the log. */
  readonly after: number;
  readonly state: SeriesState;
  readonly inputs?: readonly string[] | undefined;
};

/** Read in the statement that appended the ticks. */
export type Appended = { readonly waiting: WaitingMarkets; readonly isHalted: boolean };

/**
 * Appends a few ticks to each of several series, in one statement and transaction. Also returns the markets where
 * something waits for prices, and whether trading is halted. Throws {@link TickLogMovedError}, with nothing appended,
 * when one of the logs does not end where expected.
 */
export async function appendTogether(
  db: Database,
  all: readonly SeriesTicks[],
  waiting: readonly Waiting[],
): Promise<Appended> {
  const ticks = all.flatMap(({ seriesId, ticks: own, after }) =>
    own.map((tick, index) => ({ ...tick, seriesId, seq: after + 1 + index })),
  );
  const [row] = await rowsOf<{ is_appended: boolean; is_halted: boolean; waiting: WaitingMarkets }>(
    db,
    sql`select append_together(
        ${arrayText(all.map(({ seriesId }) => seriesId))}::text::integer[],
        ${arrayText(all.map(({ after }) => after))}::text::bigint[],
        ${JSON.stringify(all.map(({ state, inputs }) => withInputs(state, inputs)))}::text::jsonb,
        ${arrayText(ticks.map(({ seriesId }) => seriesId))}::text::integer[],
        ${arrayText(ticks.map(({ seq }) => seq))}::text::bigint[],
        ${arrayText(ticks.map(({ at }) => at))}::text::timestamptz[],
        ${arrayText(ticks.map(({ price }) => price))}::text::numeric[],
        ${arrayText(ticks.map(({ quantity }) => quantity))}::text::numeric[]
      ) as is_appended, ${TRADING_HALTED} as is_halted, ${waitingColumn(waiting)} as waiting`,
    `append_together ${waiting.length}`,
  );
  if (row?.is_appended !== true) throw new TickLogMovedError(all.map(({ seriesId }) => seriesId));
  return { waiting: row.waiting, isHalted: row.is_halted };
}

/** The newest ticks of a series, newest first. */
export async function readTicks(reader: Reader, seriesId: number, limit: number): Promise<Tick[]> {
  const rows = await rowsOf<{ seq: string; at: string; price: string; quantity: string }>(
    reader,
    sql`select seq::text as seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, price::text as price, quantity::text as quantity
      from ticks where series_id = ${seriesId} order by ticks.seq desc limit ${limit}`,
  );
  return rows.map(({ seq, at, price, quantity }) => ({
    seq: Number(seq),
    at,
    price: decimal(price),
    quantity: decimal(quantity),
  }));
}

/** The database takes the inputs out of the state and stores one row per tick. */
function withInputs(state: SeriesState, inputs: readonly string[] | undefined): object {
  return inputs === undefined ? state : { ...state, inputs };
}

// Instants and decimals contain no characters that are special in an array literal.
function arrayText(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
