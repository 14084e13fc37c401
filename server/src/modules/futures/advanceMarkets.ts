/**
 * Advancing positions over prices: all ticks of all markets in the order of their times, by the pure rules. The same
 * ticks, one at a time or thousands at once, on any node, give the same rows and postings.
 */
import { sql } from 'drizzle-orm';
import {
  crossOf,
  isCrossAtLevel,
  orderBand,
  positionBand,
  type Advanced,
  type MarginAccount,
} from '@halyard/contract/futures/account';
import { advance, chargeOvernight, endSeries } from '@halyard/contract/futures/advance';
import { closeReasonAt, isClosingAt, isTargetReached, type Band } from '@halyard/contract/futures/position';
import type { MarketId, PositionId } from '@halyard/contract/ids';
import { compare, decimal, toModelNumber, type Decimal } from '@halyard/contract/money';
import type { PricePoint } from '@halyard/contract/options/rules';
import { DAY_MS } from '@halyard/contract/time';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import {
  completeAccounts,
  openHouseLedger,
  type HouseLedger,
  type LoadedAccount,
  type Marks,
  type Side,
} from './accounts.ts';
import { createOutcomes, type Outcomes } from './outcomes.ts';
import { IS_OPEN, selectPositions, type PositionRecord } from './positionsRepository.ts';

/** The most rows that a step of a midnight or of a series' end handles. */
const ROWS_AT_ONCE = 200;

/** The last position that a step charged for a midnight: the next step goes on after it. */
type Charged = { readonly seriesId: number; readonly midnight: string; readonly id: PositionId };

/** The positions that a step changed, and whether there is more to do. */
export type Step = {
  readonly changed: readonly PositionRecord[];
  readonly isMore: boolean;
  readonly charged?: Charged | undefined;
};

/** Advances all markets completely. The caller holds the futures lock. */
export async function bringUpToDate(tx: Transaction): Promise<readonly PositionRecord[]> {
  const changed: PositionRecord[] = [];
  for (let step: Step | undefined; step?.isMore !== false;) {
    step = await advanceOnce(tx, step?.charged);
    changed.push(...step.changed);
  }
  return changed;
}

/** One step: a batch of ticks, a part of a midnight, or a part of a series' end. The caller holds the futures lock. */
export async function advanceOnce(tx: Transaction, charged?: Charged): Promise<Step> {
  if (await skipQuietTicks(tx)) return { changed: [], isMore: false };
  const cursors = await readCursors(tx);
  const ticks = await readFreshTicks(tx);
  const [first] = ticks;
  const over = cursors.find(({ isOver, seriesId }) => isOver && ticks.every((tick) => tick.seriesId !== seriesId));
  const context = { tx, cursors };
  if (first === undefined) return over === undefined ? { changed: [], isMore: false } : endOf(context, over);
  const due = dueOvernight(
    cursors.find(({ seriesId }) => seriesId === first.seriesId),
    first,
  );
  if (due !== undefined) return chargeMidnights(context, due, charged);
  return processTicks(context, untilMidnight(cursors, ticks));
}

type Advancing = { readonly tx: Transaction; readonly cursors: readonly Cursor[] };
type DueOvernight = { readonly cursor: Cursor; readonly midnights: readonly [string, ...string[]] };

/** The midnights before a tick that its market, at this cursor, has not been charged for. */
function dueOvernight(cursor: Cursor | undefined, { seriesId, tick }: MarketTick): DueOvernight | undefined {
  if (cursor === undefined) throw new Error(`series ${seriesId} has ticks without a cursor`);
  const [first, ...rest] = midnightsBetween(cursor.mark.at, tick.at).filter(
    (midnight) => cursor.overnightAt === null || midnight > cursor.overnightAt,
  );
  return first === undefined ? undefined : { cursor, midnights: [first, ...rest] };
}

/** The ticks before the first one that comes after a midnight of its series. */
function untilMidnight(cursors: readonly Cursor[], ticks: readonly MarketTick[]): readonly MarketTick[] {
  const moved = new Map(cursors.map((cursor) => [cursor.seriesId, cursor]));
  const night = ticks.findIndex((one) => {
    const cursor = moved.get(one.seriesId);
    if (cursor !== undefined) moved.set(one.seriesId, { ...cursor, mark: one.tick });
    return dueOvernight(cursor, one) !== undefined;
  });
  return night < 0 ? ticks : ticks.slice(0, night);
}

/** Processes ticks between two midnights. */
async function processTicks({ tx, cursors }: Advancing, ticks: readonly MarketTick[]): Promise<Step> {
  const marks = marksOf(cursors);
  const accounts = await loadTouched(tx, ticks, marks);
  const house = await houseOf(tx, accounts);
  const outcomes = createOutcomes(house);
  const current = new Map(marks);
  const plan = createTouchPlan(ticks);
  for (const loaded of accounts) plan.add(loaded, loaded.account, 0);
  for (const [place, { marketId, tick }] of ticks.entries()) {
    current.set(marketId, tick);
    for (const { loaded, account } of plan.at(place, current)) {
      const advanced = advance(account, { marketId, tick }, ({ order, reserve }) =>
        house.grant(sideOf(loaded, order.id), reserve),
      );
      outcomes.take(loaded, advanced);
      plan.add(loaded, advanced.account, place + 1);
    }
  }
  const { changed, entries } = await outcomes.write(tx);
  await moveCursors(tx, ticks);
  await postEntries(tx, entries);
  return { changed, isMore: true };
}

/** Charges a batch of positions of a market for its midnights. */
async function chargeMidnights(
  { tx, cursors }: Advancing,
  { cursor, midnights }: DueOvernight,
  charged: Charged | undefined,
): Promise<Step> {
  const last = midnights.at(-1) ?? midnights[0];
  const { marketId, seriesId, mark } = cursor;
  const chargedId = charged?.seriesId === seriesId && charged.midnight === last ? charged.id : 0;
  const owing = await selectPositions(
    tx,
    sql`where p.series_id = ${seriesId} and p.id > ${chargedId} and p.status = 'trading' and p.opened_at < ${last}::timestamptz
      and (p.overnight_paid is null or p.overnight_paid < ${last}::timestamptz) order by p.id limit ${ROWS_AT_ONCE}`,
  );
  const step = await workOn({ tx, cursors }, owing, (account) => {
    let all: Advanced = { account, effects: [] };
    for (const midnight of midnights) {
      const { account: after, effects } = chargeOvernight(all.account, { marketId, midnight, tick: mark });
      all = { account: after, effects: [...all.effects, ...effects] };
    }
    return all;
  });
  const end = owing[ROWS_AT_ONCE - 1];
  if (end !== undefined) return { ...step, charged: { seriesId, midnight: last, id: end.id } };
  await recordOvernight(tx, seriesId, last);
  return step;
}

/** Ends a batch of positions and orders in a series that has no further ticks. */
async function endOf({ tx, cursors }: Advancing, { seriesId, marketId }: Cursor): Promise<Step> {
  const open = await selectPositions(
    tx,
    sql`where p.series_id = ${seriesId} and ${IS_OPEN} order by p.id limit ${ROWS_AT_ONCE}`,
  );
  return workOn({ tx, cursors }, open, (account) => endSeries(account, marketId));
}

async function workOn(
  { tx, cursors }: Advancing,
  rows: readonly PositionRecord[],
  work: (account: LoadedAccount['account']) => Advanced,
): Promise<Step> {
  const accounts = await completeAccounts(tx, rows, marksOf(cursors));
  const outcomes: Outcomes = createOutcomes(await houseOf(tx, accounts));
  for (const loaded of accounts) outcomes.take(loaded, work(loaded.account));
  const { changed, entries } = await outcomes.write(tx);
  await postEntries(tx, entries);
  return { changed, isMore: true };
}

async function loadTouched(
  tx: Transaction,
  ticks: readonly MarketTick[],
  marks: ReadonlyMap<number, PricePoint>,
): Promise<LoadedAccount[]> {
  // One query for each range, and rows by their ids: a plan that estimates both reads all rows.
  const reached = touchRanges(ticks).flatMap(({ series, low, high }) => {
    const open = sql`select p.id from futures_positions p where p.series_id = ${series} and ${IS_OPEN}`;
    return [sql`${open} and p.trigger_low >= ${low}`, sql`${open} and p.trigger_high <= ${high}`];
  });
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`select id::text as id from (${sql.join(reached, sql` union `)}) as r`,
  );
  const which = sql`where p.id = any(${sql.param(ids.map(({ id }) => id))}::bigint[]) order by p.id`;
  return completeAccounts(tx, ids.length === 0 ? [] : await selectPositions(tx, which), marks);
}

function houseOf(tx: Transaction, accounts: readonly LoadedAccount[]): Promise<HouseLedger> {
  const orders = accounts.flatMap((loaded) => loaded.account.pending.map(({ id }) => sideOf(loaded, id)));
  return openHouseLedger(tx, { orders, currencies: accounts.map(({ currencyId }) => currencyId) });
}

function sideOf({ records, userId, currencyId }: LoadedAccount, id: number): Side {
  const record = records.get(id);
  if (record === undefined) throw new Error(`order ${id} was not loaded`);
  return { userId, currencyId, marketId: record.marketId, side: record.side };
}

/** The lowest and the highest price of ticks, by series, as parameters of the query for touched rows. */
function touchRanges(
  ticks: readonly MarketTick[],
): readonly { readonly series: number; readonly low: Decimal; readonly high: Decimal }[] {
  const ranges = new Map<number, { series: number; low: Decimal; high: Decimal }>();
  for (const { seriesId: series, tick } of ticks) {
    const range = ranges.get(series) ?? { series, low: tick.price, high: tick.price };
    ranges.set(series, {
      series,
      low: compare(tick.price, range.low) < 0 ? tick.price : range.low,
      high: compare(tick.price, range.high) > 0 ? tick.price : range.high,
    });
  }
  return [...ranges.values()];
}

/** An account that a tick touches. */
type Due = { readonly loaded: LoadedAccount; readonly account: MarginAccount };

type TouchPlan = {
  /** Plans the next check of an account: at the first tick from a place on that touches it. */
  add(loaded: LoadedAccount, account: MarginAccount, from: number): void;
  /**
   * The accounts that the tick at a place touches, with its price, ordered by the first id in each that it closes or
   * opens: the house's limits and insurance are shared in this order, independent of the batch size.
   */
  at(place: number, marks: Marks): readonly Due[];
};

// Floating point prices are off by less than this fraction; one check too many does no harm.
const SLACK = 1e-12;

function createTouchPlan(ticks: readonly MarketTick[]): TouchPlan {
  const byMarket = new Map<number, { readonly places: number[]; readonly marks: number[] }>();
  for (const [place, { marketId, tick }] of ticks.entries()) {
    const market = byMarket.get(marketId) ?? { places: [], marks: [] };
    market.places.push(place);
    market.marks.push(toModelNumber(tick.price));
    byMarket.set(marketId, market);
  }
  const due = new Map<number, Due[]>();

  const firstTouch = (marketId: number, { low, high }: Band, from: number): number | undefined => {
    const market = byMarket.get(marketId);
    if (market === undefined) return undefined;
    const [down, up] = [
      low === null ? -Infinity : toModelNumber(low) * (1 + SLACK),
      high === null ? Infinity : toModelNumber(high) * (1 - SLACK),
    ];
    const { places, marks } = market;
    const found = marks.findIndex((mark, index) => (places[index] ?? -1) >= from && (mark <= down || mark >= up));
    return places[found];
  };

  return {
    add(loaded, account, from) {
      const touches = [
        ...account.positions.map((position) => ({ ...position, band: positionBand(account, position) })),
        ...account.pending.map((order) => ({ ...order, band: orderBand(order) })),
      ].flatMap(({ marketId, band }) => {
        const place = firstTouch(marketId, band, from);
        return place === undefined ? [] : [place];
      });
      if (touches.length === 0) return;
      const next = Math.min(...touches);
      const there = due.get(next) ?? [];
      there.push({ loaded, account });
      due.set(next, there);
    },
    at(place, marks) {
      const tick = ticks[place];
      if (tick === undefined) return [];
      return (due.get(place) ?? [])
        .map(({ loaded, account: { balance, positions, pending } }) => {
          const account = { balance, positions, pending, marks: new Map(marks) };
          return { loaded, account, first: firstToAct(account, tick) };
        })
        .toSorted((a, b) => a.first - b.first);
    },
  };
}

/** The lowest id that a tick closes or opens; the largest number without any. */
function firstToAct(account: MarginAccount, { marketId, tick: { price, at } }: MarketTick): number {
  const isHere = (one: { readonly marketId: number }) => one.marketId === marketId;
  const here = account.positions.filter(isHere);
  const cross = here.some(({ mode }) => mode === 'cross') ? crossOf(account) : undefined;
  const ids = [
    ...here.filter(
      (position) =>
        isClosingAt(position, at) ||
        closeReasonAt(position, price) !== undefined ||
        (cross !== undefined && position.mode === 'cross' && isCrossAtLevel(cross, position.terms.liquidationLevel)),
    ),
    ...account.pending.filter((order) => isHere(order) && isTargetReached(order, price, order.terms.spread)),
  ].map(({ id }) => id);
  return Math.min(Number.MAX_SAFE_INTEGER, ...ids);
}

// Cursors, up to which positions were advanced, and the ticks after them.

/** A series in which positions were opened. */
type Cursor = {
  readonly marketId: MarketId;
  readonly seriesId: number;
  /** The last processed tick. */
  readonly mark: PricePoint;
  /** The last midnight that all positions in the series were charged for. */
  readonly overnightAt: string | null;
  /**
   * The market follows another series now, or its feed has ended: after the last tick everything in the series ends.
   */
  readonly isOver: boolean;
};

/** A tick of a market that may have open positions. */
type MarketTick = { readonly marketId: MarketId; readonly seriesId: number; readonly tick: PricePoint };

/** The most ticks that one transaction processes. */
const TICKS_AT_ONCE = 5000;

/** Whether the rules have nothing to do; in that case cursors are moved over ticks that touch nothing. */
export async function skipQuietTicks(tx: Reader): Promise<boolean> {
  const [row] = await rowsOf<{ quiet: boolean }>(tx, sql`select futures_sweep() as quiet`, 'futures_sweep');
  return row?.quiet === true;
}

export async function readCursors(reader: Reader): Promise<Cursor[]> {
  const rows = await rowsOf<{
    market_id: number;
    series_id: number;
    seq: string;
    at: string;
    price: string;
    overnight_at: string | null;
    is_over: boolean;
  }>(
    reader,
    sql`select s.market_id, k.series_id, k.seq::text as seq, ${isoText(sql`k.at`)} as at, k.price::text as price,
        ${isoText(sql`k.overnight_at`)} as overnight_at,
        r.is_whole and (m.series_id is distinct from k.series_id or m.status = 'feed-ended') as is_over
      from futures_cursors k join futures_reach r on r.series_id = k.series_id
        join price_series s on s.id = k.series_id join markets m on m.id = s.market_id
      order by s.market_id, k.series_id`,
  );
  return rows.map((row) => ({
    marketId: row.market_id as MarketId,
    seriesId: row.series_id,
    mark: { seq: Number(row.seq), at: row.at, price: decimal(row.price) },
    overnightAt: row.overnight_at,
    isOver: row.is_over,
  }));
}

/**
 * Ticks that no position has seen and that positions may be advanced to, of all markets by time, at one time by market.
 * There are no gaps within a market.
 */
async function readFreshTicks(reader: Reader): Promise<MarketTick[]> {
  const rows = await rowsOf<{ market_id: number; series_id: number; seq: string; at: string; price: string }>(
    reader,
    sql`select s.market_id, k.series_id, t.seq::text as seq, ${isoText(sql`t.at`)} as at, t.price::text as price
      from futures_cursors k join price_series s on s.id = k.series_id join futures_reach r on r.series_id = k.series_id
      join lateral (
        select seq, at, price from ticks where series_id = k.series_id and seq > k.seq and seq <= r.seq order by seq limit ${TICKS_AT_ONCE}
      ) t on true
      order by t.at, s.market_id, k.series_id, t.seq limit ${TICKS_AT_ONCE}`,
  );
  return rows.map((row) => ({
    marketId: row.market_id as MarketId,
    seriesId: row.series_id,
    tick: { seq: Number(row.seq), at: row.at, price: decimal(row.price) },
  }));
}

/** Midnights (UTC) after one instant, up to and including another. */
function midnightsBetween(after: string, until: string): string[] {
  const first = Math.floor(Date.parse(after) / DAY_MS) + 1;
  const last = Math.floor(Date.parse(until) / DAY_MS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, day) =>
    new Date((first + day) * DAY_MS).toISOString(),
  );
}

/** The midnight after an instant. */
export function nextMidnight(atMs: number): string {
  return new Date((Math.floor(atMs / DAY_MS) + 1) * DAY_MS).toISOString();
}

/** The last ticks by market. Nothing opens in a market's newer series before everything in the older one has ended. */
export function marksOf(cursors: readonly Cursor[]): Map<MarketId, PricePoint> {
  return new Map(cursors.map(({ marketId, mark }) => [marketId, mark]));
}

/** Moves cursors to the last of these ticks in each series. */
async function moveCursors(tx: Transaction, ticks: readonly MarketTick[]): Promise<void> {
  const last = new Map(ticks.map((one) => [one.seriesId, one]));
  const rows = [...last.values()].map(({ seriesId, tick }) => ({ series_id: seriesId, ...tick }));
  await tx.execute(
    sql`update futures_cursors k set seq = n.seq, at = n.at, price = n.price
      from jsonb_populate_recordset(null::futures_cursors, ${JSON.stringify(rows)}::text::jsonb) n
      where k.series_id = n.series_id`,
  );
}

/** Records that all positions in a series were charged for a midnight. */
async function recordOvernight(tx: Transaction, seriesId: number, midnight: string): Promise<void> {
  await tx.execute(
    sql`update futures_cursors set overnight_at = ${midnight}::timestamptz where series_id = ${seriesId}`,
  );
}

/**
 * Creates the cursor of a series in which a position is about to open, at the last usable tick; an existing one stays.
 */
export async function ensureCursor(tx: Transaction, seriesId: number): Promise<void> {
  await tx.execute(
    sql`insert into futures_cursors (series_id, seq, at, price)
      select t.series_id, t.seq, t.at, t.price from futures_reach r join ticks t on t.series_id = r.series_id and t.seq = r.seq
      where r.series_id = ${seriesId} on conflict (series_id) do nothing`,
  );
}
