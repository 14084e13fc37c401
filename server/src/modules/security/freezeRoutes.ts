/** Calls about the account's freeze, its anti-phishing code and its security events. */
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
import { answerPublic, answerUser, type CallHandler, type SessionUser } from '../../calls/callHandler.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { noticeOf } from '../../calls/messages.ts';
import type { ModuleDeps } from '../../module.ts';
import { readCursor, writeCursor } from '../notifications/messageCursor.ts';
import { selectMessages, type MessageRow } from '../notifications/messageRepository.ts';
import { wordsOf, type Reader as Recipient } from '../notifications/messageTexts.ts';
import { freeze, readFreeze, requestUnfreeze } from './freeze.ts';
import { userOfFreezeKey } from './freezeKeys.ts';
import { sql } from 'drizzle-orm';
import { isCodedError } from '@halyard/contract/user/rules';
import { maskAntiPhishingCode, normalizeAntiPhishingCode } from '@halyard/contract/security/rules';
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../../clock.ts';
import type { Database, Reader } from '../../db/database.ts';
import { requireStepUp } from './sessionStepUp.ts';
import { alertUser } from '../user/userMail.ts';
import { findUserById, lockUser } from '../user/usersRepository.ts';

const EVENTS_DEFAULT = 20;

/** Handlers of the account's freeze, its anti-phishing code and its security events. */
export function createFreezeHandlers(deps: ModuleDeps): readonly CallHandler[] {
  const { db, isSandbox } = deps;
  return [
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
      return noticeOf(language, 'ANTI_PHISHING_SET');
    }),
    answerUser(listSecurityEvents, async ({ before, limit = EVENTS_DEFAULT }, { user, language }) => {
      const size = Math.min(Math.max(limit, 1), SECURITY_EVENTS_PAGE_MAX);
      const place = before === undefined ? undefined : readCursor(before);
      // One row more than the page shows whether another page follows.
      const rows = await selectMessages(db, user.id, { category: 'security', before: place, limit: size + 1 });
      const page = rows.slice(0, size);
      const last = page.at(-1);
      const next = rows.length > size && last !== undefined ? writeCursor(last) : null;
      return { events: page.map((row) => toEvent({ language, isSandbox }, row)), next };
    }),
  ];
}

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

// The anti-phishing code, which every mail to the user contains.

type CodeDeps = { readonly db: Database; readonly clock: Clock };

/** Sets or changes the code. Throws `BusinessError`: ANTI_PHISHING_FORMAT {min, max}, PROOF_REQUIRED. */
async function saveAntiPhishingCode({ db, clock }: CodeDeps, user: SessionUser, input: string): Promise<void> {
  const code = normalizeAntiPhishingCode(input);
  if (isCodedError(code)) throw refusal(code);
  await requireStepUp(db, user);
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx.execute(sql`update users set anti_phishing_code = ${code} where id = ${user.id}`);
    const at = new Date(clock.nowMs()).toISOString();
    await alertUser(tx, { userId: user.id, kind: 'anti_phishing_set', sessionId: user.sessionId, at });
  });
}

/** The masked code; null when none is set. */
async function readMaskedCode(reader: Reader, userId: UserId): Promise<string | null> {
  const code = (await findUserById(reader, userId))?.antiPhishingCode;
  return code == null ? null : maskAntiPhishingCode(code);
}
