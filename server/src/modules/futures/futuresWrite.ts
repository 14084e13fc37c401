/** Changes of positions: each is made once, under the futures lock, after all ticks have been processed. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { NoticeCode } from '@halyard/contract/errors';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { MarketId, PositionId, UserId } from '@halyard/contract/ids';
import type { MarketStatus } from '@halyard/contract/market/calls';
import { ENTRY_TICK_WITHIN_MS, FRESH_PRICE_MS } from '@halyard/contract/options/rules';
import { BusinessError, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { emit, isoText, rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { POLL_EVERY_MS, shareReads } from '../../db/sharedReads.ts';
import { lockOpenAmounts, type ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { persistLog } from '../../transparency/logStore.ts';
import { advanceOnce, bringUpToDate, skipQuietTicks, type Step } from './advanceMarkets.ts';
import { lockFutures, lockFuturesToBuy, type PositionRecord } from './positionsRepository.ts';
import { readPositions } from './readPositions.ts';

export type FuturesDeps = Pick<ModuleDeps, 'db' | 'clock'> & {
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  readonly settings: Pick<ModuleDeps['settings'], 'isWitnessRequired' | 'unverifiedExposureMax'>;
};

/** A call of this module that changes a position and answers its row or a text. */
export type WriteCall = Call & { readonly answer: { readonly _zod: { readonly output: string | FuturesPosition } } };

/** The result of a change. `answered` is the row for the answer; `notice` replaces the call's usual notice. */
export type Done = {
  readonly answered: PositionId;
  readonly notice?: NoticeCode;
  readonly changed: readonly PositionRecord[];
  readonly entries: readonly LedgerEntry[];
};

/** Work under the lock, after all ticks: `buy` may increase the user's open exposure, `run` may not. */
export type Work =
  | { run(tx: Transaction, asked: AskedAt): Promise<Done> }
  | { buy(tx: Transaction, limit: ExposureLimit, asked: AskedAt): Promise<Done> };

type Write<C extends Call> = Work & {
  readonly call: C;
  readonly caller: Pick<UserCaller, 'user' | 'language'>;
  readonly request: RequestOf<C>;
  readonly notice: NoticeCode;
  /** Refuses what can be refused without the lock, and waits for the ticks that the change needs. */
  check(): Promise<AskedAt>;
};

/**
 * Makes a change and publishes it. Returns the row when the request has an id (repeated, the first answer), else the
 * text for legacy clients. Throws `BusinessError` with the codes that the call documents; nothing has changed then.
 */
export async function writeFutures<C extends WriteCall>(
  deps: FuturesDeps,
  { call, caller, request, notice, check, ...work }: Write<C>,
): Promise<AnswerOf<C>> {
  const { db, clock } = deps;
  const { user, language } = caller;
  const requestId = (request as { readonly clientRequestId?: string | undefined }).clientRequestId;
  const once = { call, userId: user.id, requestId, request, clock };
  return checkAndRunOnce(db, once, {
    check,
    run: async (tx, asked) => {
      const { done, advanced } = await doUnderLock(tx, deps, { userId: user.id, work, asked });
      await postEntries(tx, done.entries);
      emitPositions(tx, [...advanced, ...done.changed]);
      if (requestId === undefined) return noticeOf(language, done.notice ?? notice) as AnswerOf<C>;
      const [position] = await readPositions(tx, user.id, [done.answered]);
      if (position === undefined) throw new Error(`position ${done.answered} is not there`);
      return position as AnswerOf<C>;
    },
  });
}

/** Advances all markets, then does the work. */
async function doUnderLock(
  tx: Transaction,
  { settings, clock }: FuturesDeps,
  { userId, work, asked }: { readonly userId: UserId; readonly work: Work; readonly asked: AskedAt },
) {
  const open = 'buy' in work ? await lockFuturesToBuy(tx, userId, clock.nowMs()) : undefined;
  if (open === undefined) await lockFutures(tx);
  await persistLog(tx);
  const advanced = await bringUpToDate(tx);
  if ('run' in work) return { advanced, done: await work.run(tx, asked) };
  // Ticks may have ended positions of the user.
  const isOld = advanced.some((record) => record.userId === userId);
  const current = isOld || open === undefined ? await lockOpenAmounts(tx, userId, clock.nowMs()) : open;
  const limit = { open: current, max: settings.unverifiedExposureMax };
  return { advanced, done: await work.buy(tx, limit, asked) };
}

/** Emits changed positions, once a user. */
export function emitPositions(tx: Transaction, changed: readonly PositionRecord[]): void {
  const users = new Map<UserId, Set<PositionId>>();
  for (const { userId, id } of changed) users.set(userId, (users.get(userId) ?? new Set()).add(id));
  for (const [userId, ids] of users) emit(tx, { type: 'positions-changed', userId, ids: [...ids] });
}

/** Advances all markets in transactions of their own until nothing is left to do; `pause` runs between two. */
export async function advanceAll(
  { db }: Pick<FuturesDeps, 'db'>,
  pause: (tookMs: number) => Promise<void>,
): Promise<void> {
  let charged: Step['charged'];
  while (!(await skipQuietTicks(db))) {
    const startedAtMs = performance.now();
    charged = await db.transaction(async (tx) => {
      await lockFutures(tx);
      const step = await advanceOnce(tx, charged);
      emitPositions(tx, step.changed);
      return step.charged;
    });
    await pause(performance.now() - startedAtMs);
  }
}

// Waiting for ticks: an action happens after every tick that its user may have seen, and those are in the public log by
// then. Opening and closing also need a tick from their own request on (docs/adr/0036-positions-by-the-next-tick.md).

/** A request that the first tick of a series at or after its instant and `delayMs` may carry out. */
export type Asked = { readonly seriesId: number; readonly atMs: number; readonly delayMs?: number };
const fromMsOf = ({ atMs, delayMs = 0 }: Pick<Asked, 'atMs' | 'delayMs'>) => atMs + delayMs;

/** By series: the last tick, the last tick that positions may be advanced to, and its time. */
type Reach = ReadonlyMap<number, { readonly newest: number; readonly usable: number; readonly usableMs: number }>;
const sharedReach = shareReads(readReach);

/**
 * Waits until all current ticks of logged series are in the log, and a tick for each of `asked`. Throws
 * `BusinessError('PRICE_STALE')` when they do not arrive.
 */
export async function waitForLog(db: Database, asked: readonly Asked[] = []): Promise<void> {
  const shared = sharedReach(db);
  let reach = await shared.read();
  const unlogged = [...reach].filter(([, { newest, usable }]) => newest > usable);
  const isMissing = () =>
    unlogged.some(([id, { newest }]) => newest > (reach.get(id)?.usable ?? newest)) ||
    asked.some((one) => fromMsOf(one) > (reach.get(one.seriesId)?.usableMs ?? Infinity));
  const readsMax = (ENTRY_TICK_WITHIN_MS + Math.max(0, ...asked.map(({ delayMs = 0 }) => delayMs))) / POLL_EVERY_MS;
  for (let looks = 0; isMissing(); looks += 1) {
    if (looks >= readsMax) throw new BusinessError('PRICE_STALE');
    reach = await shared.readLater();
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
export type CloseRequest = Asked & { readonly marketId: MarketId; readonly isFresh: boolean };

/** Reads the requests for the user's open positions among these. */
export async function readCloseRequests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  ids: readonly PositionId[],
): Promise<ReadonlyMap<PositionId, CloseRequest>> {
  const nowMs = clock.nowMs();
  const rows = await rowsOf<{
    id: string;
    market_id: number;
    series_id: number;
    delay_ms: number | null;
    status: MarketStatus;
    last_at: string | null;
  }>(
    db,
    sql`select p.id::text as id, p.market_id, p.series_id, (p.terms ->> 'entry_delay_ms')::integer as delay_ms, r.status, r.last_at
      from futures_positions p join market_records r on r.id = p.market_id and r.series_id = p.series_id
      where p.id = any(${sql.param(ids)}::bigint[]) and p.user_id = ${userId} and p.status = 'trading'`,
    'ask_to_close',
  );
  return new Map(
    rows.map(({ id, market_id: marketId, series_id: seriesId, delay_ms: delayMs, status, last_at: lastAt }) => {
      const lastMs = lastAt === null ? 0 : Date.parse(lastAt);
      const isFresh = status === 'trading' && nowMs - lastMs <= FRESH_PRICE_MS;
      // Prices that are replayed faster than real time run ahead of the clock.
      const asked = { seriesId, atMs: Math.max(nowMs, lastMs), delayMs: delayMs ?? 0 };
      return [Number(id) as PositionId, { ...asked, marketId: marketId as MarketId, isFresh }];
    }),
  );
}
