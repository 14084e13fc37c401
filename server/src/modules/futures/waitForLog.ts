/**
 * Waiting for ticks: an action happens after every tick that its user may have seen, and those are in the public log by
 * then. Opening and closing also need a tick from their own request on (docs/adr/0036-positions-by-the-next-tick.md).
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { ENTRY_TICK_WITHIN_MS, FRESH_PRICE_MS } from '@halyard/contract/options/rules';
import type { PositionId, UserId } from '@halyard/contract/ids';
import type { MarketStatus } from '@halyard/contract/market/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database } from '../../db/database.ts';

/** Ticks arrive and are logged each second. */
const LOOK_EVERY_MS = 50;

/** A request that the first tick of a series at or after its instant and `delayMs` may carry out. */
export type Asked = { readonly seriesId: number; readonly atMs: number; readonly delayMs?: number };
const fromMsOf = ({ atMs, delayMs = 0 }: Pick<Asked, 'atMs' | 'delayMs'>) => atMs + delayMs;

/** By series: the last tick, the last tick that positions may be advanced to, and its time. */
type Reach = ReadonlyMap<number, { readonly newest: number; readonly usable: number; readonly usableMs: number }>;
/** Reads shared by all waiting requests, also where the embedded database has only one connection. */
type Watch = { look(): Promise<Reach>; lookLater(): Promise<Reach> };

const watches = new WeakMap<Database, Watch>();

/**
 * Waits until all current ticks of logged series are in the log, and a tick for each of `asked`. Throws
 * `BusinessError('PRICE_STALE')` when they do not arrive.
 */
export async function waitForLog(db: Database, asked: readonly Asked[] = []): Promise<void> {
  const watch = watches.get(db) ?? createWatch(db);
  watches.set(db, watch);
  let reach = await watch.look();
  const unsealed = [...reach].filter(([, { newest, usable }]) => newest > usable);
  const isMissing = () =>
    unsealed.some(([id, { newest }]) => newest > (reach.get(id)?.usable ?? newest)) ||
    asked.some((one) => fromMsOf(one) > (reach.get(one.seriesId)?.usableMs ?? Infinity));
  const looksMax = (ENTRY_TICK_WITHIN_MS + Math.max(0, ...asked.map(({ delayMs = 0 }) => delayMs))) / LOOK_EVERY_MS;
  for (let looks = 0; isMissing(); looks += 1) {
    if (looks >= looksMax) throw new BusinessError('PRICE_STALE');
    reach = await watch.lookLater();
  }
}

/** The instant of a request, the earliest time of its tick, and whether the ticks that it waits for have arrived. */
export type AskedAt = { readonly askedMs: number; readonly fromMs: number; readonly isMet: boolean };

/** The instants of a request. */
export function instantsOf(asked: Pick<Asked, 'atMs' | 'delayMs'>): Pick<AskedAt, 'askedMs' | 'fromMs'> {
  return { askedMs: asked.atMs, fromMs: fromMsOf(asked) };
}

/** {@link waitForLog} for changes that need those ticks. Throws `BusinessError('PRICE_STALE')`. */
export async function requireTicks(db: Database, asked: Asked): Promise<AskedAt> {
  await waitForLog(db, [asked]);
  return { ...instantsOf(asked), isMet: true };
}

/** {@link waitForLog} that returns whether the ticks arrived. */
export async function areTicksMet(db: Database, asked: readonly Asked[]): Promise<boolean> {
  try {
    await waitForLog(db, asked);
    return true;
  } catch (error) {
    if (error instanceof BusinessError) return false;
    throw error;
  }
}

function createWatch(db: Database): Watch {
  let running: Promise<unknown> = Promise.resolve();
  let [next, later]: (Promise<Reach> | undefined)[] = [];
  // A running read may have missed what came before this request.
  const look = () => {
    next ??= running.then(() => {
      next = undefined;
      const reach = readReach(db);
      running = reach.catch(() => undefined);
      return reach;
    });
    return next;
  };
  return {
    look,
    lookLater: () => {
      later ??= setTimeout(LOOK_EVERY_MS).then(() => {
        later = undefined;
        return look();
      });
      return later;
    },
  };
}

/** Of all series that are logged or that a market follows. */
async function readReach(db: Database): Promise<Reach> {
  const rows = await rowsOf<{ series_id: number; last_seq: string; usable_seq: string; usable_at: string | null }>(
    db,
    sql`select s.id as series_id, s.last_seq::text as last_seq, r.seq::text as usable_seq,
        (select ${isoText(sql`t.at`)} from ticks t where t.series_id = s.id and t.seq = r.seq) as usable_at
      from price_series s join futures_reach r on r.series_id = s.id
      where s.id in (select series_id from log_series union select series_id from markets where series_id is not null)`,
    'log_reach',
  );
  return new Map(
    rows.map((row) => [
      row.series_id,
      {
        newest: Number(row.last_seq),
        usable: Number(row.usable_seq),
        usableMs: row.usable_at === null ? 0 : Date.parse(row.usable_at),
      },
    ]),
  );
}

/** A request, and whether its market has current prices: without them there is no point in waiting. */
type CloseRequest = Asked & { readonly isFresh: boolean };

/** Reads the requests for the user's open positions among these. */
export async function readCloseRequests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  ids: readonly PositionId[],
): Promise<ReadonlyMap<PositionId, CloseRequest>> {
  const nowMs = clock.nowMs();
  const rows = await rowsOf<{
    id: string;
    series_id: number;
    delay_ms: number | null;
    status: MarketStatus;
    last_at: string | null;
  }>(
    db,
    sql`select p.id::text as id, p.series_id, (p.terms ->> 'entry_delay_ms')::integer as delay_ms, r.status, r.last_at
      from futures_positions p join market_records r on r.id = p.market_id and r.series_id = p.series_id
      where p.id = any(${sql.param(ids)}::bigint[]) and p.user_id = ${userId} and p.status = 'trading'`,
    'ask_to_close',
  );
  return new Map(
    rows.map(({ id, series_id: seriesId, delay_ms: delayMs, status, last_at: lastAt }) => {
      const lastMs = lastAt === null ? 0 : Date.parse(lastAt);
      const isFresh = status === 'trading' && nowMs - lastMs <= FRESH_PRICE_MS;
      // Prices that are replayed faster than real time run ahead of the clock.
      return [Number(id) as PositionId, { seriesId, atMs: Math.max(nowMs, lastMs), delayMs: delayMs ?? 0, isFresh }];
    }),
  );
}
