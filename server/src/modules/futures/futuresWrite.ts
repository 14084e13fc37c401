/** Changes of positions: each is made once, under the futures lock, after all ticks have been processed. */
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { NoticeCode } from '@halyard/contract/errors';
import type { UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { emit, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import { lockOpenAmounts, type ExposureLimit } from '../../exposure/unverifiedLimit.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { persistLog } from '../../transparency/logStore.ts';
import type { ModuleDeps } from '../../module.ts';
import type { TakeTurn } from '../../rates.ts';
import { advanceOnce, bringUpToDate } from './advanceMarkets.ts';
import { skipQuietTicks } from './cursors.ts';
import { type PositionRecord, lockFutures, lockFuturesToBuy } from './positionsRepository.ts';
import { readPositions } from './readPositions.ts';
import type { AskedAt } from './waitForLog.ts';

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
  while (!(await skipQuietTicks(db))) {
    const startedAtMs = performance.now();
    await db.transaction(async (tx) => {
      await lockFutures(tx);
      const { changed } = await advanceOnce(tx);
      emitPositions(tx, changed);
    });
    await pause(performance.now() - startedAtMs);
  }
}
