/** Price series: one market, one source, one identity (ADR 4). A market follows one at a time. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import type { PriceSource, Tick } from '@halyard/contract/market/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { PricePoint } from '@halyard/contract/options/rules';
import { rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { decimalOrUndefined } from '../db/decimals.ts';
import { TRADING_HALTED } from './marketRecord.ts';
import { waitingColumn, type Waiting, type WaitingMarkets } from './sweepJob.ts';

/** State that a feed needs to continue after a restart, stored with the ticks. */
export type SeriesState = Readonly<Record<string, string | number>>;

/** End of a series. Price and time are missing until the first tick. */
export type SeriesPosition = {
  readonly seriesId: number;
  readonly lastSeq: number;
  readonly lastPrice: Decimal | undefined;
  readonly lastAtMs: number | undefined;
  /** Bars shorter than a day that begin before this instant are still to be folded; undefined when none is missing. */
  readonly foldedFromMs: number | undefined;
  readonly state: SeriesState;
};

/** Unique key of a series. */
export type SeriesKey = { readonly marketId: MarketId; readonly source: PriceSource; readonly identity: string };

type SeriesRow = {
  id: number;
  last_seq: string;
  last_price: string | null;
  last_at_ms: string | null;
  folded_from_ms: string | null;
  state: SeriesState;
};

const COLUMNS = sql`id, last_seq::text as last_seq, last_price::text as last_price,
  (extract(epoch from last_at) * 1000)::bigint::text as last_at_ms,
  (extract(epoch from folded_from) * 1000)::bigint::text as folded_from_ms, state`;

/**
 * Opens the series of this key, creating it with `state` if missing. For a new series, bars that are shorter than a day
 * and begin before `foldedFromMs`, a UTC midnight, are folded when all its ticks exist ({@link foldPast}).
 */
export async function openSeries(
  tx: Transaction,
  key: SeriesKey,
  state: SeriesState,
  foldedFromMs?: number,
): Promise<SeriesPosition> {
  const { marketId, source, identity } = key;
  const foldedFrom = foldedFromMs === undefined ? null : new Date(foldedFromMs).toISOString();
  await tx.execute(sql`insert into price_series (market_id, source, identity, state, folded_from)
    values (${marketId}, ${source}, ${identity}, ${JSON.stringify(state)}::text::jsonb, ${foldedFrom}::timestamptz)
    on conflict (market_id, source, identity) do nothing`);
  const rows = await rowsOf<SeriesRow>(
    tx,
    sql`select ${COLUMNS} from price_series where market_id = ${marketId} and source = ${source} and identity = ${identity}`,
  );
  return onlyPosition(rows);
}

/** Reads the position of a series. */
export async function readPosition(reader: Reader, seriesId: number): Promise<SeriesPosition> {
  return onlyPosition(await rowsOf<SeriesRow>(reader, sql`select ${COLUMNS} from price_series where id = ${seriesId}`));
}

/** Folds the newest part of a series' past, about `ticks` ticks; returns whether more is missing. */
export async function foldPast(tx: Transaction, seriesId: number, ticks: number): Promise<boolean> {
  const rows = await rowsOf<{ is_missing: boolean }>(
    tx,
    sql`select fold_past(${seriesId}::integer, ${ticks}::integer) is not null as is_missing`,
  );
  return rows[0]?.is_missing === true;
}

/** An existing series, for a feed to continue. */
export type KnownSeries = { readonly marketId: MarketId; readonly identity: string; readonly state: SeriesState };

/** All series of a source, the newest first. */
export async function listSeries(reader: Reader, source: PriceSource): Promise<KnownSeries[]> {
  const rows = await rowsOf<{ market_id: MarketId; identity: string; state: SeriesState }>(
    reader,
    sql`select market_id, identity, state from price_series where source = ${source} order by id desc`,
  );
  return rows.map(({ market_id: marketId, identity, state }) => ({ marketId, identity, state }));
}

function onlyPosition([row]: readonly SeriesRow[]): SeriesPosition {
  if (row === undefined) throw new Error('the price series does not exist');
  return {
    seriesId: row.id,
    lastSeq: Number(row.last_seq),
    lastPrice: decimalOrUndefined(row.last_price),
    lastAtMs: row.last_at_ms === null ? undefined : Number(row.last_at_ms),
    foldedFromMs: row.folded_from_ms === null ? undefined : Number(row.folded_from_ms),
    state: row.state,
  };
}

// The append-only tick log. Only feeds write it; candles are folded from it in the same transaction (`append_ticks`).

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

/** A tick from columns that are all null or all set. */
export function tickOf(seq: string | null, at: string | null, price: string | null): PricePoint | null {
  if (seq === null || at === null || price === null) return null;
  return { seq: Number.parseInt(seq, 10), at, price: decimal(price) };
}
