/**
 * Settling the options of a market after its ticks: selecting the due ones, deciding them by the pure rule, and writing
 * the results, money and receipts.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { MarketId } from '@halyard/contract/ids';
import { type Option, direction } from '@halyard/contract/options/calls';
import type { getReceipt } from '@halyard/contract/options/receiptCalls';
import { profitOf, returnOf, settle, type OptionOutcome, type VoidReason } from '@halyard/contract/options/rules';
import type { optionTerms, OptionTerms } from '@halyard/contract/options/terms';
import type { Clock } from '../../clock.ts';
import { emit, isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { writeUserEvents, type UserEvent } from '../../events/userEvents.ts';
import { tickOf } from '../../market/series.ts';
import {
  lockOptionMarket,
  moneyOf,
  openTickOf,
  OPTION_COLUMNS,
  termsOf,
  tickColumns,
  toOption,
  type OptionRow,
} from './optionsRepository.ts';
import { settleEntry } from './ledgerEntries.ts';

function settledEvent(option: Option): UserEvent {
  const { result, settledAt, endTick, terms } = option;
  if (result === null || settledAt === null) throw new Error(`option ${option.id} is not settled`);
  return {
    userId: option.userId,
    ref: option.id,
    at: settledAt,
    facts: {
      subject: 'option',
      result,
      reason: option.voidReason,
      symbol: option.symbol,
      currency: option.currency,
      places: terms.pricePrecision,
      direction: option.direction,
      seconds: option.seconds,
      stake: option.stake,
      fee: option.fee,
      payout: option.payout,
      openPrice: option.openPrice,
      endPrice: endTick?.price ?? null,
    },
  };
}

/** The most options that one transaction settles. */
export const SETTLED_AT_ONCE = 200;
/** The longest time without any tick before an option is void: a feed may still fill in what it missed. */
export const SILENCE_MAX_MS = 3_600_000;

/** A market at an instant of the exchange's clock, and the start of this exchange. */
type Settling = { readonly marketId: MarketId; readonly nowMs: number; readonly startedAtMs: number };

/** Settled options, and the ledger entries still to be posted. */
export type Settled = { readonly options: readonly Option[]; readonly entries: readonly LedgerEntry[] };

type DueRow = OptionRow & {
  readonly over: VoidReason | null;
  readonly found_before_seq: string | null;
  readonly found_before_at: string | null;
  readonly found_before_price: string | null;
  readonly found_end_seq: string | null;
  readonly found_end_at: string | null;
  readonly found_end_price: string | null;
};
type Ended = { readonly row: DueRow; readonly outcome: OptionOutcome; readonly option: Option };

/** Whether an option of a market is due, read without a lock, since mostly none is. */
async function hasDueOptions(reader: Reader, settling: Settling): Promise<boolean> {
  return (await selectDue(reader, settling, 1)).length > 0;
}

/**
 * Settles the due options of a market, the earliest ends first and {@link SETTLED_AT_ONCE} at most. The caller has
 * locked the market and posts the entries.
 */
export async function settleDue(tx: Transaction, settling: Settling): Promise<Settled> {
  const rows = await selectDue(tx, settling, SETTLED_AT_ONCE);
  const read = createTermsReader();
  const ended = rows.flatMap((row) => endOf(row, read(row), settling.nowMs) ?? []);
  if (ended.length === 0) return { options: [], entries: [] };
  await writeEnds(tx, ended);
  for (const { option } of ended) emit(tx, { type: 'option-changed', userId: option.userId, option });
  await writeUserEvents(
    tx,
    ended.map(({ option }) => settledEvent(option)),
  );
  return {
    options: ended.map(({ option }) => option),
    entries: ended.map(({ row, option, outcome }) => settleEntry({ ...option, ...moneyOf(row) }, outcome.result)),
  };
}

/**
 * The deciding ticks are the last one before the end and the first one at or after it, in the option's own series.
 * Ticks never go back in time, so the first by time is the first by sequence number. Nothing is settled before its
 * ticks are in the public log, if the series is logged.
 */
async function selectDue(reader: Reader, { marketId, nowMs, startedAtMs }: Settling, limit: number) {
  const silentSinceMs = nowMs - SILENCE_MAX_MS;
  const silentSince = startedAtMs > silentSinceMs ? null : new Date(silentSinceMs).toISOString();
  const isEnded = sql`(m.series_id is distinct from o.series_id or m.status = 'feed-ended')`;
  return rowsOf<DueRow>(
    reader,
    sql`select owed.*,
        before.seq::text as found_before_seq, ${isoText(sql`before.at`)} as found_before_at, before.price::text as found_before_price,
        reached.seq::text as found_end_seq, ${isoText(sql`reached.at`)} as found_end_at, reached.price::text as found_end_price
      from (
        select ${OPTION_COLUMNS}, o.due_at as due, tick_before(o.series_id, o.due_at) as after, case
            when ${isEnded} then 'series_ended' when o.due_at <= ${silentSince}::timestamptz then 'no_tick' end as over
        from options o join markets m on m.id = o.market_id join price_series s on s.id = o.series_id
          left join log_series l on l.series_id = s.id
          left join ticks logged on logged.series_id = l.series_id and logged.seq = l.logged_seq
        where o.market_id = ${marketId} and o.settled_at is null
          and (${isEnded} or o.due_at <= greatest(s.last_at, ${silentSince}::timestamptz))
          and (l.series_id is null or l.logged_seq >= s.last_seq or logged.at >= o.due_at)
        order by o.due_at, o.id limit ${limit}
      ) owed
      left join lateral (
        select t.seq, t.at, t.price from ticks t where t.series_id = owed.series_id and t.seq <= owed.after
        order by t.seq desc limit 1
      ) before on true
      left join lateral (
        select t.seq, t.at, t.price from ticks t where t.series_id = owed.series_id and t.seq > owed.after
        order by t.seq limit 1
      ) reached on true
      order by owed.due, owed.id::bigint`,
  );
}

/** Most options of a batch share a few terms, and decoding those takes longer than the rest of a row. */
function createTermsReader(): (row: DueRow) => OptionTerms {
  const known = new Map<string, OptionTerms>();
  return (row) => {
    const terms = known.get(row.terms_hash) ?? termsOf(row);
    known.set(row.terms_hash, terms);
    return terms;
  };
}

function endOf(row: DueRow, terms: OptionTerms, nowMs: number): Ended | undefined {
  const before = tickOf(row.found_before_seq, row.found_before_at, row.found_before_price);
  const end = tickOf(row.found_end_seq, row.found_end_at, row.found_end_price);
  const outcome = settle(
    {
      direction: row.direction,
      pricePrecision: terms.pricePrecision,
      band: terms.evenBand,
      open: openTickOf(row),
      dueAt: row.due_at,
    },
    [before, end].filter((tick) => tick !== null),
    row.over ?? undefined,
  );
  if (outcome === undefined) return undefined;
  // Prices that are replayed faster than real time run ahead of the clock.
  const settledAtMs = row.last_at === null ? nowMs : Math.max(nowMs, Date.parse(row.last_at));
  const settled = { ...row, ...endColumns(outcome), settled_at: new Date(settledAtMs).toISOString() };
  return { row: settled, outcome, option: toOption(settled, nowMs, terms) };
}

function endColumns({ result, voidReason, before, end }: OptionOutcome) {
  return { result, void_reason: voidReason, ...tickColumns('before', before), ...tickColumns('end', end) };
}

async function writeEnds(tx: Transaction, ended: readonly Ended[]): Promise<void> {
  const rows = ended.map(({ row, outcome, option }) => ({
    id: option.id,
    settled_at: row.settled_at,
    ...endColumns(outcome),
    receipt: receiptOf(row, option),
  }));
  const written = await rowsOf<{ id: string }>(
    tx,
    sql`with ended as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e (id bigint, settled_at timestamptz,
          result text, void_reason text, before_seq bigint, before_at timestamptz, before_price numeric,
          end_seq bigint, end_at timestamptz, end_price numeric, receipt jsonb)
      ), kept as (
        insert into option_receipts (option_id, receipt) select id, receipt from ended order by id
      )
      update options o set result = e.result, void_reason = e.void_reason, before_seq = e.before_seq, before_at = e.before_at,
        before_price = e.before_price, end_seq = e.end_seq, end_at = e.end_at, end_price = e.end_price, settled_at = e.settled_at
      from ended e where o.id = e.id and o.settled_at is null returning o.id::text as id`,
  );
  if (written.length !== ended.length) throw new Error('an option was settled elsewhere, though its market was locked');
}

/**
 * Encoded for the wire and stored so: many options are settled at once, and encoding would take most of that time.
 * Ledger entries have no ids yet; they are found by their reference when the receipt is read.
 */
function receiptOf(row: DueRow, option: Option): z.input<typeof getReceipt.answer> {
  const { result, settledAt } = option;
  if (result === null || settledAt === null) throw new Error(`option ${option.id} is not settled`);
  const money = moneyOf(row);
  return {
    id: option.id,
    rule: option.terms.rule,
    market: option.symbol,
    price_source: option.priceSource,
    series: row.series_id,
    type: z.encode(direction, option.direction),
    terms: row.terms as z.input<typeof optionTerms>,
    terms_hash: option.termsHash,
    currency: option.currency,
    stake: option.stake,
    fee: option.fee,
    payout: option.payout,
    purchased_at: option.purchasedAt,
    due_at: option.dueAt,
    open_tick: option.openTick,
    before_tick: option.beforeTick,
    end_tick: option.endTick,
    result,
    void_reason: option.voidReason,
    profit: profitOf(result, money),
    returned: returnOf(result, money),
    settled_at: settledAt,
    entries: [],
  };
}

export type SettleDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Start of this exchange, by its clock. */
  readonly startedAtMs: number;
};

/**
 * Settles all due options of a market; between two batches it pauses for as long as one took, so that other
 * transactions get the database.
 */
export async function settleMarket(deps: SettleDeps, marketId: MarketId): Promise<void> {
  let startedAtMs = performance.now();
  while (await settleBatch(deps, marketId)) {
    await letOthersFirst(deps.db, performance.now() - startedAtMs);
    startedAtMs = performance.now();
  }
}

/** Returns whether more may be due. */
async function settleBatch({ db, clock, startedAtMs }: SettleDeps, marketId: MarketId): Promise<boolean> {
  const now = () => ({ marketId, nowMs: clock.nowMs(), startedAtMs });
  if (!(await hasDueOptions(db, now()))) return false;
  const settled = await db.transaction(async (tx) => {
    await lockOptionMarket(tx, marketId);
    const { options, entries } = await settleDue(tx, now());
    await postEntries(tx, entries);
    return options;
  });
  return settled.length === SETTLED_AT_ONCE;
}
