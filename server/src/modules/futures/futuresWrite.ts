/** Changes of positions: each is made once, under the futures lock, after all ticks have been processed. */
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { CurrencyId, PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { NoticeCode } from '@halyard/contract/errors';
import type { UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { Transaction } from '../../db/database.ts';
import { checkAndRunOnce } from '../../db/runOnce.ts';
import type { EventBus } from '../../events/events.ts';
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

export type FuturesDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events'> & {
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
  const { db, clock, events } = deps;
  const { user, language } = caller;
  const requestId = (request as { readonly clientRequestId?: string | undefined }).clientRequestId;
  const changed: PositionRecord[] = [];
  const once = { call, userId: user.id, requestId, request, clock };
  const answer = await checkAndRunOnce(db, once, {
    check,
    run: async (tx, asked) => {
      const { done, advanced } = await doUnderLock(tx, deps, { userId: user.id, work, asked });
      changed.push(...advanced);
      await postEntries(tx, done.entries);
      changed.push(...done.changed);
      if (requestId === undefined) return noticeOf(language, done.notice ?? notice) as AnswerOf<C>;
      const [position] = await readPositions(tx, user.id, [done.answered]);
      if (position === undefined) throw new Error(`position ${done.answered} is not there`);
      return position as AnswerOf<C>;
    },
  });
  publishChanged(events, changed);
  return answer;
}

/** Advances all markets, then does the work. */
async function doUnderLock(
  tx: Transaction,
  { settings }: FuturesDeps,
  { userId, work, asked }: { readonly userId: UserId; readonly work: Work; readonly asked: AskedAt },
) {
  const isBuying = 'buy' in work;
  const open = isBuying ? await lockFuturesToBuy(tx, userId) : null;
  if (!isBuying) await lockFutures(tx);
  await persistLog(tx);
  const advanced = await bringUpToDate(tx);
  if (!isBuying) return { advanced, done: await work.run(tx, asked) };
  // Ticks may have ended positions of the user.
  const isOld = advanced.some((record) => record.userId === userId);
  const limit = { open: isOld ? await lockOpenAmounts(tx, userId) : open, max: settings.unverifiedExposureMax };
  return { advanced, done: await work.buy(tx, limit, asked) };
}

/** Publishes changed positions. After the commit. */
export function publishChanged(events: Pick<EventBus, 'publish'>, changed: readonly PositionRecord[]): void {
  if (changed.length === 0) return;
  const users = new Map<UserId, { readonly ids: Set<PositionId>; readonly currencies: Set<CurrencyId> }>();
  for (const { userId, id, currencyId } of changed) {
    const user = users.get(userId) ?? { ids: new Set(), currencies: new Set() };
    user.ids.add(id);
    user.currencies.add(currencyId);
    users.set(userId, user);
  }
  for (const [userId, { ids, currencies }] of users) {
    events.publish({ type: 'positions-changed', userId, ids: [...ids] });
    const balances = [...currencies].map((currencyId) => ({ kind: 'contract' as const, currencyId }));
    events.publish({ type: 'balances-changed', userId, balances });
  }
  events.publish({ type: 'events-written' });
}

/** Advances all markets in transactions of their own until nothing is left to do; `pause` runs between two. */
export async function advanceAll(
  { db, events }: Pick<FuturesDeps, 'db' | 'events'>,
  pause: (tookMs: number) => Promise<void>,
): Promise<void> {
  while (!(await skipQuietTicks(db))) {
    const startedAtMs = performance.now();
    const { changed } = await db.transaction(async (tx) => {
      await lockFutures(tx);
      return advanceOnce(tx);
    });
    publishChanged(events, changed);
    await pause(performance.now() - startedAtMs);
  }
}
