/** SQL of price alerts, and the functions that compare them with ticks. */
import { sql, type SQL } from 'drizzle-orm';
import type { AlertId, MarketId, UserId } from '@halyard/contract/ids';
import type { PriceAlert } from '@halyard/contract/price-alerts/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import type { AlertKind, AlertMinutes, PriceRange } from '@halyard/contract/price-alerts/rules';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull } from '../../db/decimals.ts';
import type { ReferencePrice } from '../../market/marketRecord.ts';
import type { Row as TableRow } from '../../db/rows.ts';

/** The most fired alerts in a list. */
const FIRED_MAX = 100;

type Row = TableRow<
  'price_alerts',
  'id' | 'market_id' | 'kind' | 'minutes' | 'is_repeating' | 'status' | 'created_at' | 'fired_at' | 'fired_price'
> & {
  readonly symbol: string;
  readonly value: string;
};

/** A firing alert. */
export type FiredAlert = {
  readonly id: AlertId;
  readonly userId: UserId;
  readonly kind: AlertKind;
  readonly value: Decimal;
  readonly minutes: AlertMinutes | null;
  readonly isRepeating: boolean;
  /** Of the tick. */
  readonly at: string;
  readonly now: PriceRange;
};

const minutesOf = (minutes: number) => (minutes === 0 ? null : (minutes as AlertMinutes));

/** A user's alerts, newest first; of the fired ones only the newest hundred. */
export async function selectAlerts(reader: Reader, userId: UserId): Promise<PriceAlert[]> {
  return select(
    reader,
    sql`a.user_id = ${userId} and (a.status <> 'fired' or a.id in (
      select id from price_alerts where user_id = ${userId} and status = 'fired' order by fired_at desc, id desc limit ${FIRED_MAX}))`,
  );
}

export async function selectAlert(reader: Reader, userId: UserId, id: AlertId): Promise<PriceAlert | undefined> {
  return (await select(reader, sql`a.user_id = ${userId} and a.id = ${id}`))[0];
}

async function select(reader: Reader, condition: SQL): Promise<PriceAlert[]> {
  const rows = await rowsOf<Row>(
    reader,
    sql`select a.id::text as id, a.market_id, m.symbol, a.kind, a.threshold::text as value, a.minutes, a.is_repeating, a.status,
        ${isoText(sql`a.created_at`)} as created_at, ${isoText(sql`a.fired_at`)} as fired_at, a.fired_price::text as fired_price
      from price_alerts a join markets m on m.id = a.market_id where ${condition} order by a.id desc`,
  );
  return rows.map((row) => ({
    id: Number.parseInt(row.id, 10) as AlertId,
    marketId: row.market_id as MarketId,
    symbol: row.symbol,
    kind: row.kind,
    value: decimal(row.value),
    minutes: minutesOf(row.minutes),
    isRepeating: row.is_repeating,
    status: row.status,
    createdAt: row.created_at,
    firedAt: row.fired_at,
    firedPrice: decimalOrNull(row.fired_price),
  }));
}

/** With the id of a market; also in `price_alert_fire.sql` and `price_alert_look.sql`. */
const ALERTS_LOCK = 7_204_131;

/** Serialises setting and comparing alerts of a market until the transaction ends. */
export async function lockAlerts(tx: Transaction, marketId: MarketId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ALERTS_LOCK}, ${marketId})`);
}

/** Number of a user's active and resting alerts. */
export async function countWaiting(reader: Reader, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from price_alerts where user_id = ${userId} and status <> 'fired'`,
  );
  return row?.count ?? 0;
}

export type AlertTerms = {
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly kind: AlertKind;
  readonly value: Decimal;
  readonly minutes: AlertMinutes | undefined;
  readonly isRepeating: boolean;
};

/** Updates the repetition of the user's active alert with the same condition; returns its id. */
export async function repeatSame(tx: Transaction, terms: AlertTerms): Promise<AlertId | undefined> {
  const { userId, marketId, kind, value, minutes, isRepeating } = terms;
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`update price_alerts set is_repeating = ${isRepeating}
      where user_id = ${userId} and market_id = ${marketId} and kind = ${kind} and minutes = ${minutes ?? 0}
        and threshold = ${value}::numeric and status <> 'fired' returning id::text as id`,
  );
  return row && (Number.parseInt(row.id, 10) as AlertId);
}

/** The series and the last tick of a market. */
export type MarketState = { readonly seriesId: number; readonly reference: ReferencePrice };

/** Inserts an alert that counts ticks after the last one. The caller holds the market's lock. */
export async function insertAlert(
  tx: Transaction,
  { userId, marketId, kind, value, minutes, isRepeating }: AlertTerms,
  { seriesId, reference, nowMs }: MarketState & { readonly nowMs: number },
): Promise<AlertId> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into price_alerts (user_id, market_id, kind, minutes, threshold, is_repeating, status, series_id, after_seq, created_at)
      values (${userId}, ${marketId}, ${kind}, ${minutes ?? 0}, ${value}::numeric, ${isRepeating}, 'active', ${seriesId}, ${reference.seq},
        ${new Date(nowMs).toISOString()}::timestamptz) returning id::text as id`,
  );
  if (row === undefined) throw new Error('an alert was not kept');
  return Number.parseInt(row.id, 10) as AlertId;
}

/** Starts comparing a market's ticks after its last one, unless started already. The caller holds the market's lock. */
export async function ensureCursor(
  tx: Transaction,
  marketId: MarketId,
  { seriesId, reference: { seq, at } }: MarketState,
): Promise<void> {
  await tx.execute(
    sql`insert into price_alert_cursors (market_id, series_id, seq, at) values (${marketId}, ${seriesId}, ${seq}, ${at}::timestamptz)
      on conflict (market_id) do nothing`,
  );
}

/** Reactivates a resting alert for ticks after the last one. The caller holds the market's lock. */
export async function wakeAlert(tx: Transaction, id: AlertId, { seriesId, reference }: MarketState): Promise<void> {
  await tx.execute(
    sql`update price_alerts set status = 'active', series_id = ${seriesId}, after_seq = ${reference.seq} where id = ${id}`,
  );
}

/** Deletes an alert; returns whether there was one. */
export async function deleteAlert(db: Database, userId: UserId, id: AlertId): Promise<boolean> {
  const rows = await rowsOf(db, sql`delete from price_alerts where user_id = ${userId} and id = ${id} returning 1`);
  return rows.length > 0;
}

/** Most users whose alerts are deleted at once. */
const USERS_AT_ONCE = 100;

/**
 * Deletes the active and resting alerts of some users in a market; returns these users. Deletes the cursor when there
 * are no more. The caller holds the market's lock.
 */
export async function deleteWaiting(tx: Transaction, marketId: MarketId): Promise<readonly UserId[]> {
  const waiting = sql`market_id = ${marketId} and status <> 'fired'`;
  const rows = await rowsOf<{ user_id: UserId }>(
    tx,
    sql`delete from price_alerts where ${waiting}
      and user_id in (select distinct user_id from price_alerts where ${waiting} limit ${USERS_AT_ONCE})
      returning user_id`,
  );
  if (rows.length === 0) await tx.execute(sql`delete from price_alert_cursors where market_id = ${marketId}`);
  return [...new Set(rows.map(({ user_id: userId }) => userId))];
}

/** A resting alert, locked until the transaction ends. */
export async function takeResting(
  tx: Transaction,
  id: AlertId,
): Promise<Pick<AlertTerms, 'userId' | 'kind' | 'value' | 'minutes'> | undefined> {
  const [row] = await rowsOf<{ user_id: number; kind: AlertKind; value: string; minutes: number }>(
    tx,
    sql`select user_id, kind, threshold::text as value, minutes from price_alerts where id = ${id} and status = 'resting' for update`,
  );
  if (row === undefined) return undefined;
  const { user_id: userId, kind, value, minutes } = row;
  return { userId: userId as UserId, kind, value: decimal(value), minutes: minutesOf(minutes) ?? undefined };
}

/** The lowest and the highest price within so many minutes before the last tick; without minutes, its price alone. */
export async function readRange(
  reader: Reader,
  { seriesId, reference: { seq, at, price } }: MarketState,
  minutes: AlertMinutes | undefined,
): Promise<PriceRange> {
  if (minutes === undefined) return { price, low: price, high: price };
  const [row] = await rowsOf<{ low: string; high: string }>(
    reader,
    sql`select low::text as low, high::text as high from price_alert_range(${seriesId}, ${seq}, ${at}::timestamptz, ${minutes})`,
  );
  if (row === undefined) throw new Error('a range of prices has no row');
  return { price, low: decimal(row.low), high: decimal(row.high) };
}

/** `ended`: the market was delisted, and no tick will come. */
type TickEffect = 'quiet' | 'more' | 'due' | 'ended';

/**
 * The possible effect of ticks since the last read; its cost does not depend on the number of alerts that are not
 * reached.
 */
export async function readTicks(db: Database, marketId: MarketId): Promise<TickEffect> {
  const [row] = await rowsOf<{ found: TickEffect }>(
    db,
    sql`select price_alert_look(${marketId}) as found`,
    'price_alert_look',
  );
  return row?.found ?? 'quiet';
}

type FiredRow = TableRow<'price_alerts', 'id' | 'user_id' | 'kind' | 'minutes' | 'threshold' | 'is_repeating'> & {
  readonly at: string;
  readonly price: string;
  readonly low: string | null;
  readonly high: string | null;
};

/** Fires reached alerts, at most `limit`, in the order of the ticks. */
export async function fireAlerts(tx: Transaction, marketId: MarketId, limit: number): Promise<FiredAlert[]> {
  const rows = await rowsOf<FiredRow>(tx, sql`select * from price_alert_fire(${marketId}, ${limit})`);
  return rows.map(({ price, low, high, ...row }) => ({
    id: Number.parseInt(row.id, 10) as AlertId,
    userId: row.user_id as UserId,
    kind: row.kind,
    value: decimal(row.threshold),
    minutes: minutesOf(row.minutes),
    isRepeating: row.is_repeating,
    at: row.at,
    now: { price: decimal(price), low: decimal(low ?? price), high: decimal(high ?? price) },
  }));
}

/** New reference numbers for messages. */
export async function takeRefs(tx: Transaction, count: number): Promise<number[]> {
  const rows = await rowsOf<{ ref: number }>(
    tx,
    sql`select nextval('price_alert_refs')::float8 as ref from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ ref }) => ref);
}
