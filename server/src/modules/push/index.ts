/** The calls of pushes: push/key, push/subscribe, push/unsubscribe; and the job that sends them. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/notifications/calls';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, answerUser, type UserCaller } from '../../calls/callHandler.ts';
import { pruneRows } from '../../jobs/pruneJob.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Module, ModuleDeps, ModuleParts } from '../../module.ts';
import { createPushJob, createTakeNews } from './pushJob.ts';
import { deleteOfSession, deleteSubscription, isOpen, saveSubscription, SUBSCRIPTIONS_MAX } from './pushRepository.ts';
import { createEndpointCheck } from './pushServices.ts';
import { PUSH_DEFAULTS, type PushSettings } from './pushSettings.ts';
import { canEncryptFor, type Signature } from './sendPush.ts';
import { readVapidKeys } from './vapidKeys.ts';

type PushDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'dataDir' | 'log' | 'isSandbox'> & {
  readonly settings: PushSettings;
};

export const push: Module = {
  pruners: {
    subscriptions: pruneRows(
      'push_subscriptions',
      (nowMs) => sql`session_id in (select s.id from sessions s where not ${isOpen(nowMs)})`,
    ),
  },
  create: (deps) => createParts({ ...deps, settings: deps.settings.push ?? PUSH_DEFAULTS }),
};

function createParts({ db, clock, events, dataDir, log, isSandbox, settings }: PushDeps): ModuleParts {
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
  const sending = createPushJob({ db, clock, log, isSandbox, readSignature });
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
