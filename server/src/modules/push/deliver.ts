/** Delivers one push that was taken, and notes what became of it. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { countUnread, selectMessage } from '../messages/messageRepository.ts';
import { wordsOf } from '../messages/messageTexts.ts';
import { deleteGone, noteNext, type DuePush } from './pushRepository.ts';
import { sendPush, type Outcome, type Signature } from './sendPush.ts';

export type DeliverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly readSignature: () => Promise<Signature>;
};

const MINUTE_MS = 60_000;
/** Before each further try, unless the service wants more; after the last one a push is given up. */
const WAITS_MS = [10_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];
const WAIT_MAX_MS = 120 * MINUTE_MS;

/** Sends it in the words of its subscription as they are now. Throws when the database fails, and when `signal` aborts; it stays taken then, and is sent later. */
export async function deliver(deps: DeliverDeps, push: DuePush, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const message = await selectMessage(db, push.userId, push.messageId);
  if (message === undefined) {
    await noteNext(db, push, null);
    return;
  }
  const { title, text, link } = wordsOf(push.language, message.facts, message.id);
  const { messageId: id, category } = message;
  const unread = await countUnread(db, push.userId);
  const pushed = { id, category, title, text: push.hidesAmounts ? '' : text, link, unread };
  await noteOutcome(deps, push, await sendPush(push, pushed, await deps.readSignature(), signal));
}

async function noteOutcome({ db, clock, log }: DeliverDeps, push: DuePush, outcome: Outcome): Promise<void> {
  // Who knows the rest of an endpoint may push to it.
  const { host } = new URL(push.endpoint);
  switch (outcome.kind) {
    case 'sent':
      return noteNext(db, push, null);
    case 'gone':
      return deleteGone(db, push.subscriptionId);
    case 'refused':
      log.warn({ host, status: outcome.status }, 'a push was refused by its service');
      return noteNext(db, push, null);
    case 'later': {
      const waitMs = WAITS_MS[push.attempt - 1];
      if (waitMs === undefined) log.warn({ host, attempts: push.attempt }, 'a push was given up');
      const wantedMs = Math.min(Math.max(outcome.waitMs ?? 0, waitMs ?? 0), WAIT_MAX_MS);
      return noteNext(db, push, waitMs === undefined ? null : clock.nowMs() + wantedMs);
    }
  }
}
