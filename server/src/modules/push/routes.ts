/** The calls of pushes: push/key, push/subscribe, push/unsubscribe; and the sender beside them. */
import type { FastifyBaseLogger } from 'fastify';
import type { RequestOf } from '@halyard/contract/call';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/calls/push';
import { languageOf } from '@halyard/contract/languages';
import { answerPublic, answerUser, type CallHandler, type UserCaller } from '../../callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../errors.ts';
import type { EventBus } from '../../events.ts';
import { deleteSubscription, saveSubscription, SUBSCRIPTIONS_MAX } from './pushRepository.ts';
import { startPushSender } from './pushSender.ts';
import { createEndpointCheck } from './pushServices.ts';
import type { PushSettings } from './pushSettings.ts';
import { canEncryptFor, type Signature } from './sendPush.ts';
import { readVapidKeys } from './vapidKeys.ts';

type PushDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly dataDir: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly settings: PushSettings;
};

/** The handlers, and `close`, which ends the sender and waits for it. */
export function createPushModule({ db, clock, events, dataDir, log, settings }: PushDeps): {
  readonly handlers: readonly CallHandler[];
  readonly close: () => Promise<void>;
} {
  const isKnown = createEndpointCheck(settings.pushServices);
  const readSignature = createSignature(settings, dataDir);
  const sender = startPushSender({ db, clock, events, log, readSignature });

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
  return { handlers, close: () => sender.stop() };
}

/** The operator's keys, or the kept ones, which are made when they are first wanted. */
function createSignature({ vapid, vapidSubject: subject }: PushSettings, dataDir: string): () => Promise<Signature> {
  let kept: Promise<Signature> | undefined;
  const read = async () => ({ ...(vapid ?? (await readVapidKeys(dataDir))), subject });
  return async () => {
    const reading = (kept ??= read());
    try {
      return await reading;
    } catch (error) {
      if (kept === reading) kept = undefined;
      throw error;
    }
  };
}
