/** The calls of pushes: push/key, push/subscribe, push/unsubscribe; and the job that sends them. */
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { languageOf } from '@halyard/contract/languages';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/notifications/calls';
import { MINUTE_MS } from '@halyard/contract/time';
import { answerPublic, answerUser, BusinessError, type UserCaller } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { WriteMessage } from '../../events/messageFacts.ts';
import type { NotifiedEvent } from '../../events/userEvents.ts';
import { addJob, pruneRows, type JobOutcome, type JobRow, type LeaseJob } from '../../jobs/job.ts';
import type { Module, ModuleDeps, ModuleParts } from '../../module.ts';
import { countUnread, selectMessage } from '../notifications/messageRepository.ts';
import {
  deleteGone,
  deleteOfSession,
  deleteSubscription,
  findSubscription,
  isOpen,
  saveSubscription,
  selectNews,
  SUBSCRIPTIONS_MAX,
  type NewsOfBrowser,
  type Subscription,
} from './pushRepository.ts';
import { createEndpointCheck, PUSH_DEFAULTS, readVapidKeys, type PushSettings } from './pushSettings.ts';
import { canEncryptFor, sendPush, type Outcome, type Signature } from './sendPush.ts';

export const push: Module = {
  pruners: {
    subscriptions: pruneRows(
      'push_subscriptions',
      (nowMs) => sql`session_id in (select s.id from sessions s where not ${isOpen(nowMs)})`,
    ),
  },
  create: (deps) => createParts({ ...deps, settings: deps.settings.push ?? PUSH_DEFAULTS }),
};

// Push jobs: one row for each message and browser, so that neither a restart nor another node loses or repeats it.

type PushKindDeps = {
  readonly isSandbox: boolean;
  readonly writeMessage: WriteMessage;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly readSignature: () => Promise<Signature>;
};

const AT_ONCE = 32;

/** Delays before further tries, unless the service asks for more; after the last one a push is dropped. */
const WAITS_MS = [10_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

const WAIT_MAX_MS = 120 * MINUTE_MS;

/** Makes the job. */
function createPushJob(deps: PushKindDeps): LeaseJob {
  return {
    name: PUSH,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    run: (row, { signal }) => deliver(deps, row, signal),
  };
}

/** Sends it with the current text of its subscription. */
async function deliver(deps: PushKindDeps, { payload, failures }: JobRow, signal: AbortSignal): Promise<JobOutcome> {
  const { db, clock } = deps;
  const { subscriptionId, messageId } = payload as NewsOfBrowser;
  const subscription = await findSubscription(db, subscriptionId, clock.nowMs());
  if (subscription === undefined) return 'done';
  const { userId, language, hidesAmounts, serverKey, antiPhishingCode } = subscription;
  const message = await selectMessage(db, userId, messageId);
  const signature = await deps.readSignature();
  // The exchange's keys changed, and the browser has not subscribed with them yet.
  if (message === undefined || serverKey !== signature.publicKey) return 'done';
  const { title, text, link } = deps.writeMessage({ language, isSandbox: deps.isSandbox }, message.facts, message.ref);
  const unread = await countUnread(db, userId);
  const signed = signedText(hidesAmounts ? '' : text, antiPhishingCode);
  const pushed = { id: messageId, category: message.category, title, text: signed, link, unread };
  return dueOf(deps, await sendPush(subscription, pushed, signature, signal), { subscription, failures });
}

/** With the user's anti-phishing code first: a long text is cut at its end. */
function signedText(text: string, code: string | null): string {
  return code === null ? text : `[${code}] ${text}`.trim();
}

type Tried = { readonly subscription: Subscription; readonly failures: number };

async function dueOf({ db, log }: PushKindDeps, outcome: Outcome, tried: Tried): Promise<JobOutcome> {
  const { subscription, failures } = tried;
  // A complete endpoint is a secret: its holders may push to it.
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

// Queues pushes for user events, in the transaction of the event notifier: each message once for each browser, on
// whichever node it happens.

/** The job of one push; carries a `NewsOfBrowser`. */
const PUSH = 'push';

/** Older events are not pushed. */
const NEWS_MS = 600_000;

/** Maximum for one user and one batch of events; the rest is in the message centre only. */
const NEWS_MAX = 20;

/** Makes the function that stores which browser gets which message. */
function createTakeNews(clock: Clock) {
  return async (tx: Transaction, notified: readonly NotifiedEvent[]): Promise<void> => {
    const nowMs = clock.nowMs();
    const newsFrom = new Date(nowMs - NEWS_MS).toISOString();
    const newest = newestOfEach(notified.filter(({ at }) => at > newsFrom));
    const news = newest.length === 0 ? [] : await selectNews(tx, newest, nowMs);
    await addJob(
      tx,
      news.map((payload) => ({
        kind: PUSH,
        key: `${payload.subscriptionId} ${payload.messageId}`,
        dueAtMs: nowMs,
        payload,
      })),
    );
  };
}

function newestOfEach(notified: readonly NotifiedEvent[]): NotifiedEvent[] {
  const counts = new Map<UserId, number>();
  return notified.toReversed().filter(({ userId }) => {
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count <= NEWS_MAX;
  });
}

type PushDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'dataDir' | 'log' | 'isSandbox' | 'writeMessage'> & {
  readonly settings: PushSettings;
};

function createParts({ db, clock, events, dataDir, log, isSandbox, writeMessage, settings }: PushDeps): ModuleParts {
  const isKnown = createEndpointCheck(settings.pushServices);
  const readSignature = createSignature(settings, dataDir);
  const forgetting = forgetWithSessions({ db, events, log });

  async function subscribe(request: RequestOf<typeof subscribePush>, caller: UserCaller) {
    const { endpoint, publicKey, secret, categories, language, hidesAmounts = false } = request;
    if (!isKnown(endpoint)) throw new BusinessError('PUSH_SERVICE_UNKNOWN');
    if (!canEncryptFor({ publicKey, secret })) throw new BusinessError('PARAMETER_INVALID', { field: 'p256dh' });
    const { publicKey: serverKey } = await readSignature();
    const isSaved = await saveSubscription(db, {
      user: caller.user,
      endpoint,
      publicKey,
      secret,
      serverKey,
      categories,
      language: language === undefined ? caller.language : languageOf(language),
      hidesAmounts,
      nowMs: clock.nowMs(),
    });
    if (!isSaved) throw new BusinessError('PUSH_SUBSCRIPTIONS_TOO_MANY', { max: SUBSCRIPTIONS_MAX });
    return { categories };
  }

  const handlers = [
    answerPublic(getPushKey, async () => ({ publicKey: (await readSignature()).publicKey })),
    answerUser(subscribePush, subscribe),
    answerUser(unsubscribePush, async ({ endpoint }, { user }) => {
      await deleteSubscription(db, user.id, endpoint);
      return 'ended';
    }),
  ];
  const sending = createPushJob({ db, clock, log, isSandbox, writeMessage, readSignature });
  return { handlers, jobs: [sending], noteNotified: createTakeNews(clock), close: forgetting.stop };
}

/**
 * Deletes the browsers of ended sessions immediately; those that are missed get no push and are deleted by the next
 * pruning.
 */
function forgetWithSessions({ db, events, log }: Pick<PushDeps, 'db' | 'events' | 'log'>) {
  const running = new Set<Promise<void>>();
  const unsubscribe = events.subscribe((event) => {
    if (event.type !== 'session-ended') return;
    const work = deleteOfSession(db, event.sessionId)
      .catch((error: unknown) => log.error({ err: error }, 'the browsers of a session could not be forgotten yet'))
      .then(() => void running.delete(work));
    running.add(work);
  });
  return {
    async stop(): Promise<void> {
      unsubscribe();
      await Promise.all(running);
    },
  };
}

/** The operator's keys, or the stored ones, which are made at first use. */
function createSignature({ vapid, vapidSubject: subject }: PushSettings, dataDir: string): () => Promise<Signature> {
  let cached: Promise<Signature> | undefined;
  const read = async () => ({ ...(vapid ?? (await readVapidKeys(dataDir))), subject });
  return async () => {
    const reading = (cached ??= read());
    try {
      return await reading;
    } catch (error) {
      if (cached === reading) cached = undefined;
      throw error;
    }
  };
}
