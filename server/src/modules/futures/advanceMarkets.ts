/**
 * Advancing positions over prices: all ticks of all markets in the order of their times, by the pure rules. The same
 * ticks, one at a time or thousands at once, on any node, give the same rows and postings.
 */
import { sql } from 'drizzle-orm';
import type { Advanced } from '@halyard/contract/futures/account';
import { advance, endSeries, passNight } from '@halyard/contract/futures/advance';
import type { PricePoint } from '@halyard/contract/options/rules';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { completeAccounts, type LoadedAccount } from './accounts.ts';
import {
  marksOf,
  midnightsBetween,
  moveCursors,
  recordNight,
  readCursors,
  readFreshTicks,
  skipQuietTicks,
  type Cursor,
  type MarketTick,
} from './cursors.ts';
import { openHouseLedger, type HouseLedger, type Side } from './house.ts';
import { createOutcomes, type Outcomes } from './outcomes.ts';
import type { PositionRecord } from './positionRow.ts';
import { IS_OPEN, selectPositions } from './positionsRepository.ts';
import { createTouchPlan, touchRanges } from './touches.ts';

/** The most rows that a step of a midnight or of a series' end handles. */
const ROWS_AT_ONCE = 200;

/** The positions that a step changed, and whether there is more to do. */
export type Step = { readonly changed: readonly PositionRecord[]; readonly isMore: boolean };

/** Advances all markets completely. The caller holds the futures lock. */
export async function bringUpToDate(tx: Transaction): Promise<readonly PositionRecord[]> {
  const changed: PositionRecord[] = [];
  for (let isMore = true; isMore;) {
    const step = await advanceOnce(tx);
    changed.push(...step.changed);
    isMore = step.isMore;
  }
  return changed;
}

/** One step: a batch of ticks, a part of a midnight, or a part of a series' end. The caller holds the futures lock. */
export async function advanceOnce(tx: Transaction): Promise<Step> {
  if (await skipQuietTicks(tx)) return { changed: [], isMore: false };
  const cursors = await readCursors(tx);
  const ticks = await readFreshTicks(tx);
  const [first] = ticks;
  const over = cursors.find(({ isOver, seriesId }) => isOver && ticks.every((tick) => tick.seriesId !== seriesId));
  const context = { tx, cursors };
  if (first === undefined) return over === undefined ? { changed: [], isMore: false } : endOf(context, over);
  const due = dueNights(cursors, first);
  if (due !== undefined) return chargeNights(context, due);
  const night = ticks.findIndex((_, index) => dueNights(cursorsAt(cursors, ticks, index), ticks[index] as MarketTick));
  return processTicks(context, night < 0 ? ticks : ticks.slice(0, night));
}

type Advancing = { readonly tx: Transaction; readonly cursors: readonly Cursor[] };
type DueNights = { readonly cursor: Cursor; readonly midnights: readonly [string, ...string[]] };

/** The midnights before a tick that its market has not been charged for. */
function dueNights(cursors: readonly Cursor[], { seriesId, tick }: MarketTick): DueNights | undefined {
  const cursor = cursors.find((one) => one.seriesId === seriesId);
  if (cursor === undefined) throw new Error(`series ${seriesId} has ticks without a cursor`);
  const [first, ...rest] = midnightsBetween(cursor.mark.at, tick.at).filter(
    (midnight) => cursor.nightAt === null || midnight > cursor.nightAt,
  );
  return first === undefined ? undefined : { cursor, midnights: [first, ...rest] };
}

/** Cursors before the tick at a place, moved for the series of that tick. */
function cursorsAt(cursors: readonly Cursor[], ticks: readonly MarketTick[], place: number): readonly Cursor[] {
  const seriesId = ticks[place]?.seriesId;
  const before = ticks.slice(0, place).findLast((tick) => tick.seriesId === seriesId);
  if (before === undefined) return cursors;
  return cursors.map((cursor) => (cursor.seriesId === seriesId ? { ...cursor, mark: before.tick } : cursor));
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
async function chargeNights({ tx, cursors }: Advancing, { cursor, midnights }: DueNights): Promise<Step> {
  const last = midnights.at(-1) ?? midnights[0];
  const owing = await selectPositions(
    tx,
    sql`where p.series_id = ${cursor.seriesId} and p.status = 'trading' and p.opened_at < ${last}::timestamptz
      and (p.night_paid is null or p.night_paid < ${last}::timestamptz) order by p.id limit ${ROWS_AT_ONCE}`,
  );
  const { marketId, mark } = cursor;
  const step = await workOn({ tx, cursors }, owing, (account) => {
    let all: Advanced = { account, effects: [] };
    for (const midnight of midnights) {
      const { account: after, effects } = passNight(all.account, { marketId, midnight, tick: mark });
      all = { account: after, effects: [...all.effects, ...effects] };
    }
    return all;
  });
  if (owing.length < ROWS_AT_ONCE) await recordNight(tx, cursor.seriesId, last);
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
    const open = sql`select p.id from contract_positions p where p.series_id = ${series} and ${IS_OPEN}`;
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
