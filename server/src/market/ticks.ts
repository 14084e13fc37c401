/**
 * The append-only tick log. Only feeds write it; candles are folded from it in the same transaction (`append_ticks`).
 */
import { sql } from 'drizzle-orm';
import type { Tick } from '@halyard/contract/calls/markets';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import type { SeriesState } from './series.ts';

/**
 * A price as a feed says it, before it has its place in the log. `at` is the feed's clock, ISO 8601 in UTC with
 * milliseconds.
 */
export type NewTick = { readonly at: string; readonly price: Decimal; readonly quantity: Decimal };

/** What `appendTicks` may be given besides the ticks. */
export type AppendOptions = {
  /** Where the log must stand, so that two writers never append the same ticks. */
  readonly after?: number;
  /** What the feed needs to go on from here; kept as it was when missing. */
  readonly state?: SeriesState;
};

/** Somebody else has appended to the series since its position was read. */
export class TickLogMovedError extends Error {
  constructor(seriesId: number, after: number) {
    super(`the tick log of series ${seriesId} does not end at ${after} any more`);
    this.name = 'TickLogMovedError';
  }
}

/**
 * Appends ticks in the order of their times, moves the series on and folds the candles of every period, in one
 * statement. Answers the ticks with their places in the log. Throws {@link TickLogMovedError} when the log does not
 * stand at `after`.
 */
export async function appendTicks(
  tx: Transaction,
  seriesId: number,
  ticks: readonly NewTick[],
  options: AppendOptions = {},
): Promise<Tick[]> {
  if (ticks.length === 0) return [];
  const after = options.after ?? null;
  const state = options.state === undefined ? null : JSON.stringify(options.state);
  // Arrays travel as text, because the two drivers write array parameters differently.
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
  if (firstSeq === null) throw new TickLogMovedError(seriesId, options.after ?? 0);
  return ticks.map((tick, index) => ({ seq: Number(firstSeq) + index, ...tick }));
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

// Instants and decimals hold no character that an array literal gives a meaning.
function arrayText(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}
