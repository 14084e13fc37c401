/**
 * Pushes as due work: one row a message and browser, so that neither a restart nor another node loses or repeats it.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { MINUTE_MS } from '../../durations.ts';
import type { JobOutcome, JobRow, LeaseJob } from '../../jobs/job.ts';
import { countUnread, selectMessage } from '../notifications/messageRepository.ts';
import { wordsOf } from '../notifications/messageTexts.ts';
import { deleteGone, findSubscription, type NewsOfBrowser, type Subscription } from './pushRepository.ts';
import { sendPush, type Outcome, type Signature } from './sendPush.ts';
import { PUSH } from './enqueuePushes.ts';

export type PushKindDeps = {
  readonly isSandbox: boolean;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly readSignature: () => Promise<Signature>;
};

const AT_ONCE = 32;
/** Before each further try, unless the service wants more; after the last one a push is given up. */
const WAITS_MS = [10_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];
const WAIT_MAX_MS = 120 * MINUTE_MS;

/** Makes the kind. */
export function createPushJob(deps: PushKindDeps): LeaseJob {
  return {
    name: PUSH,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    run: (row, { signal }) => deliver(deps, row, signal),
  };
}

/** Sends it in the words of its subscription as they are now. */
async function deliver(deps: PushKindDeps, { payload, failures }: JobRow, signal: AbortSignal): Promise<JobOutcome> {
  const { db, clock } = deps;
  const { subscriptionId, messageId } = payload as NewsOfBrowser;
  const subscription = await findSubscription(db, subscriptionId, clock.nowMs());
  if (subscription === undefined) return 'done';
  const { userId, language, hidesAmounts, serverKey, antiPhishingCode } = subscription;
  const message = await selectMessage(db, userId, messageId);
  const signature = await deps.readSignature();
  // The exchange has other keys by now, and the browser does not know yet.
  if (message === undefined || serverKey !== signature.publicKey) return 'done';
  const { title, text, link } = wordsOf({ language, isSandbox: deps.isSandbox }, message.facts, message.ref);
  const unread = await countUnread(db, userId);
  const signed = signedText(hidesAmounts ? '' : text, antiPhishingCode);
  const pushed = { id: messageId, category: message.category, title, text: signed, link, unread };
  return dueOf(deps, await sendPush(subscription, pushed, signature, signal), { subscription, failures });
}

/** With the user's anti-phishing code first: what is too long is cut at its end. */
function signedText(text: string, code: string | null): string {
  return code === null ? text : `[${code}] ${text}`.trim();
}

type Tried = { readonly subscription: Subscription; readonly failures: number };

async function dueOf({ db, log }: PushKindDeps, outcome: Outcome, tried: Tried): Promise<JobOutcome> {
  const { subscription, failures } = tried;
  // Who knows the rest of an endpoint may push to it.
  const { host } = new URL(subscription.endpoint);
  switch (outcome.kind) {
    case 'sent':
      return 'done';
    case 'gone':
      await deleteGone(db, subscription.id);
      return 'done';
    case 'refused':
      log.warn({ host, status: outcome.status }, 'a push was refused by its service');
      return 'done';
    case 'later': {
      const waitMs = WAITS_MS[failures];
      if (waitMs !== undefined) {
        return { retryInMs: Math.min(Math.max(outcome.waitMs ?? 0, waitMs), WAIT_MAX_MS) };
      }
      log.warn({ host, attempts: failures + 1 }, 'a push was given up');
      return 'done';
    }
  }
}
