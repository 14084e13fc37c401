/** Freezing an account and lifting that, the anti-phishing code, and the list of what happened to the account. */
import {
  askUnfreeze,
  freezeAccount,
  freezeByKey,
  getAccountProtection,
  listSecurityEvents,
  SECURITY_EVENTS_PAGE_MAX,
  setAntiPhishingCode,
  type SecurityEvent,
} from '@halyard/contract/security/freezeCalls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import { DAY_MS } from '../../durations.ts';
import { isBefore, pruneRows } from '../../jobs/pruneJob.ts';
import type { Module } from '../../module.ts';
import { readCursor, writeCursor } from '../notifications/messageCursor.ts';
import { selectMessages, type MessageRow } from '../notifications/messageRepository.ts';
import { wordsOf, type Reader as Recipient } from '../notifications/messageTexts.ts';
import { freeze } from './freeze.ts';
import { userOfFreezeKey } from './freezeKeys.ts';
import { readMaskedCode, saveAntiPhishingCode } from './antiPhishing.ts';
import { readFreeze, requestUnfreeze } from './unfreeze.ts';
import { UNFREEZE_REVIEWS } from './unfreezeReviews.ts';

const EVENTS_DEFAULT = 20;
/** The database's clock says when a key has ended; this one may be a little ahead. */
const FREEZE_KEYS_KEPT_MS = DAY_MS;

export const safety: Module = {
  reviews: [UNFREEZE_REVIEWS],
  pruners: { freezeKeys: pruneRows('freeze_keys', (nowMs) => isBefore('expires_at', nowMs - FREEZE_KEYS_KEPT_MS)) },
  create(deps) {
    const { db, events, isSandbox } = deps;
    return {
      handlers: [
        answerUser(getAccountProtection, async (_request, { user }) => ({
          ...(await readFreeze(db, user.id)),
          antiPhishingCode: await readMaskedCode(db, user.id),
        })),
        answerPublic(freezeByKey, async ({ key }, { language }) => {
          const userId = await userOfFreezeKey(db, key);
          if (userId === undefined) throw new BusinessError('FREEZE_KEY_INVALID');
          await freeze(deps, userId);
          return noticeOf(language, 'FROZEN');
        }),
        answerUser(freezeAccount, async (_request, { user, language }) => {
          await freeze(deps, user.id, user.sessionId);
          return noticeOf(language, 'FROZEN');
        }),
        answerUser(askUnfreeze, async (_request, { user, language }) => {
          await requestUnfreeze(deps, user);
          return noticeOf(language, 'UNFREEZE_ASKED');
        }),
        answerUser(setAntiPhishingCode, async ({ code }, { user, language }) => {
          await saveAntiPhishingCode(deps, user, code);
          events.publish({ type: 'events-written' });
          return noticeOf(language, 'ANTI_PHISHING_SET');
        }),
        answerUser(listSecurityEvents, async ({ before, limit = EVENTS_DEFAULT }, { user, language }) => {
          const size = Math.min(Math.max(limit, 1), SECURITY_EVENTS_PAGE_MAX);
          const place = before === undefined ? undefined : readCursor(before);
          // One more than is answered tells whether there are any.
          const rows = await selectMessages(db, user.id, { category: 'security', before: place, limit: size + 1 });
          const page = rows.slice(0, size);
          const last = page.at(-1);
          const next = rows.length > size && last !== undefined ? writeCursor(last) : null;
          return { events: page.map((row) => toEvent({ language, isSandbox }, row)), next };
        }),
      ],
    };
  },
};

function toEvent(recipient: Recipient, { messageId, facts, ref, at }: MessageRow): SecurityEvent {
  const { title, text } = wordsOf(recipient, facts, ref);
  const details = facts.subject === 'security' ? facts.details : {};
  return {
    id: messageId,
    title,
    text,
    at,
    device: details['fromDevice'] ?? null,
    country: details['fromCountry'] ?? null,
  };
}
