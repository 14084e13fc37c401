/**
 * Bringing positions up to date with prices: all ticks of all markets in the order of their times, by the rules of the
 * contract alone. Twice the same ticks, one at a time or thousands at once, on whichever node: the same rows and
 * postings.
 */
import { sql } from 'drizzle-orm';
import type { Advanced } from '@halyard/contract/futures/account';
import { advance, endSeries, chargeOvernight } from '@halyard/contract/futures/advance';
import type { PricePoint } from '@halyard/contract/options/rules';
import { rowsOf, type Transaction } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { completeAccounts, type LoadedAccount } from './accounts.ts';
import {
  marksOf,
  midnightsBetween,
  moveCursors,
  passedNight,
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

/** The most rows that a step of a night or of a series' end takes up. */
const ROWS_AT_ONCE = 200;

/** What a step has changed, and whether there is more to do. */
export type Step = { readonly changed: readonly PositionRecord[]; readonly isMore: boolean };

/** Brings everything up to date. The caller holds the lock of contracts. */
export async function bringUpToDate(tx: Transaction): Promise<readonly PositionRecord[]> {
  const changed: PositionRecord[] = [];
  for (let isMore = true; isMore;) {
    const step = await advanceOnce(tx);
    changed.push(...step.changed);
    isMore = step.isMore;
  }
  return changed;
}

/** One step: so many ticks, a part of a night, or a part of a series' end. The caller holds the lock of contracts. */
export async function advanceOnce(tx: Transaction): Promise<Step> {
  if (await skipQuietTicks(tx)) return { changed: [], isMore: false };
  const cursors = await readCursors(tx);
  const ticks = await readFreshTicks(tx);
  const [first] = ticks;
  const over = cursors.find(({ isOver, seriesId }) => isOver && ticks.every((tick) => tick.seriesId !== seriesId));
  const scene = { tx, cursors };
  if (first === undefined) return over === undefined ? { changed: [], isMore: false } : endOf(scene, over);
  const owed = nightsOwed(cursors, first);
  if (owed !== undefined) return passNights(scene, owed);
  const night = ticks.findIndex((_, index) => nightsOwed(cursorsAt(cursors, ticks, index), ticks[index] as MarketTick));
  return goOver(scene, night < 0 ? ticks : ticks.slice(0, night));
}

type Scene = { readonly tx: Transaction; readonly cursors: readonly Cursor[] };
type NightsOwed = { readonly cursor: Cursor; readonly midnights: readonly [string, ...string[]] };

/** The midnights before a tick that its market has not paid for. */
function nightsOwed(cursors: readonly Cursor[], { seriesId, tick }: MarketTick): NightsOwed | undefined {
  const cursor = cursors.find((one) => one.seriesId === seriesId);
  if (cursor === undefined) throw new Error(`series ${seriesId} has ticks without a cursor`);
  const [first, ...rest] = midnightsBetween(cursor.mark.at, tick.at).filter(
    (midnight) => cursor.nightAt === null || midnight > cursor.nightAt,
  );
  return first === undefined ? undefined : { cursor, midnights: [first, ...rest] };
}

/** Where cursors stand before the tick at a place, of that tick's series. */
function cursorsAt(cursors: readonly Cursor[], ticks: readonly MarketTick[], place: number): readonly Cursor[] {
  const seriesId = ticks[place]?.seriesId;
  const before = ticks.slice(0, place).findLast((tick) => tick.seriesId === seriesId);
  if (before === undefined) return cursors;
  return cursors.map((cursor) => (cursor.seriesId === seriesId ? { ...cursor, mark: before.tick } : cursor));
}

/** Ticks between two midnights. */
async function goOver({ tx, cursors }: Scene, ticks: readonly MarketTick[]): Promise<Step> {
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

/** So many of those in a market who owe for its midnights. */
async function passNights({ tx, cursors }: Scene, { cursor, midnights }: NightsOwed): Promise<Step> {
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
      const { account: after, effects } = chargeOvernight(all.account, { marketId, midnight, tick: mark });
      all = { account: after, effects: [...all.effects, ...effects] };
    }
    return all;
  });
  if (owing.length < ROWS_AT_ONCE) await passedNight(tx, cursor.seriesId, last);
  return step;
}

/** So many of those in a series that will have no further ticks. */
async function endOf({ tx, cursors }: Scene, { seriesId, marketId }: Cursor): Promise<Step> {
  const open = await selectPositions(
    tx,
    sql`where p.series_id = ${seriesId} and ${IS_OPEN} order by p.id limit ${ROWS_AT_ONCE}`,
  );
  return workOn({ tx, cursors }, open, (account) => endSeries(account, marketId));
}

async function workOn(
  { tx, cursors }: Scene,
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
  // Each range is asked for by its own numbers, and rows by their ids: a plan that guesses at both reads all rows.
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
