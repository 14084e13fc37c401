/**
 * Mails users what happened to their account: due work, written in the transaction that makes it happen, so that
 * neither a restart nor a mail server that is away for a while loses it. Who registered with a phone gets a text
 * message.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import { languageOf } from '@halyard/contract/languages';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { addDueWork, type DueOutcome, type DueRow, type LeaseKind } from '../../due/dueWork.ts';
import type { SecurityEventKind } from '../../events/messageFacts.ts';
import { writeSecurityEvent, type SecurityEvent } from '../../events/securityEvents.ts';
import { wordsOf } from '../messages/messageTexts.ts';
import type { Address } from './addresses.ts';
import { textOf } from './messageTexts.ts';
import type { Notifier } from './notifier.ts';

type MailDeps = {
  readonly isSandbox: boolean;
  readonly db: Database;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** `details` is JSON. */
type Mail = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details: string;
  readonly at: string;
};

const USER_MAIL = 'user_mail';
const AT_ONCE = 8;
/** A mail server that is away for longer would bring what everybody knows by then. */
const TRIED_FOR_MS = 48 * 3_600_000;

/**
 * Has the user mailed what a message tells him, in its words; beside `writeSecurityEvent`, in the same transaction.
 * Publish `events-written` after the commit, so that it is sent at once.
 */
export async function enqueueMail(tx: Transaction, { userId, kind, details = {}, at }: SecurityEvent): Promise<void> {
  const payload = { userId, kind, details: JSON.stringify(details), at } satisfies Mail;
  await addDueWork(tx, [{ kind: USER_MAIL, key: randomUUID(), dueAtMs: Date.parse(at), payload }]);
}

/** Tells a user what happened to his account, in the app and by mail. As {@link enqueueMail}. */
export async function alertUser(tx: Transaction, event: SecurityEvent): Promise<void> {
  await writeSecurityEvent(tx, event);
  await enqueueMail(tx, event);
}

/** Makes the kind that sends them. What could not be sent comes again after a pause that grows. */
export function createMailKind(deps: MailDeps): LeaseKind {
  return {
    name: USER_MAIL,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    isWokenBy: ({ type }) => type === 'events-written',
    run: (row) => send(deps, row),
  };
}

async function send({ isSandbox, db, clock, notifier, log }: MailDeps, { payload }: DueRow): Promise<DueOutcome> {
  const { userId, kind, details, at } = payload as Mail;
  if (clock.nowMs() - Date.parse(at) > TRIED_FOR_MS) {
    log.warn({ userId, kind }, 'a mail to a user was given up');
    return 'done';
  }
  const [user] = await rowsOf<{ email: string | null; phone: string | null; language: string }>(
    db,
    sql`select email, phone, language from users where id = ${userId}`,
  );
  const to: Address =
    user?.email == null ? { channel: 'text', address: user?.phone ?? '' } : { channel: 'mail', address: user.email };
  if (user === undefined || !notifier.canSend(to.channel)) return 'done';
  const language = languageOf(user.language);
  const facts = { subject: 'security', kind, details: JSON.parse(details) as Record<string, string> } as const;
  const { title, text } = wordsOf({ language, isSandbox }, facts, 0);
  const time = at.slice(0, 16).replace('T', ' ');
  await notifier.send({ ...to, ...textOf(language, 'accountEvent', { title, text, time }) });
  return 'done';
}
