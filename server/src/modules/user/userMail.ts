/**
 * Mails users the events of their account: jobs, written in the transaction of the event, so that neither a restart nor
 * an unreachable mail server loses them. Users who registered with a phone get a text message.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { languageOf, type Language } from '@halyard/contract/languages';
import { HOUR_MS } from '@halyard/contract/time';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction, type Reader } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { SecurityEventKind, WriteMessage } from '../../events/messageFacts.ts';
import { writeSecurityEvent, type SecurityEvent } from '../../events/userEvents.ts';
import { addJob, type JobOutcome, type JobRow, type LeaseJob } from '../../jobs/job.ts';
import type { ExchangeSettings } from '../../module.ts';
import { issueFreezeLink } from '../security/freezeKeys.ts';
import { countryOfAddress, deviceNamesOf } from './knownDevice.ts';
import { partOf, textOf, type Notifier } from './notifier.ts';
import { type Address } from './usersRepository.ts';

type MailDeps = {
  readonly isSandbox: boolean;
  readonly writeMessage: WriteMessage;
  readonly db: Database;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly settings: Pick<ExchangeSettings, 'publicUrl'>;
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
/** Mails that could not be sent for longer are outdated. */
const TRIED_FOR_MS = 48 * HOUR_MS;
/**
 * Maximum of mails of one kind to one user in an hour of the clock, so that events cannot flood a mailbox or the queue.
 * Each kind is counted separately, so that none hides another.
 */
const HOURLY_MAX = 20;
/** Kinds that a thief with a stolen session or password can cause at will. */
const HOURLY_MAX_OF: Partial<Record<SecurityEventKind, number>> = {
  login_new_device: 5,
  sessions_ended: 5,
  owner_check_failed: 5,
  passkey_counter_back: 5,
  account_frozen: 5,
};
/** Kinds of a frozen account, whose mails need no link to freeze it. */
const OF_FROZEN: readonly SecurityEventKind[] = ['account_frozen', 'account_frozen_by_us', 'unfreeze_rejected'];

/** `sessionId`: the session that caused it, so that the mail names its place. */
type Alert = SecurityEvent & { readonly sessionId?: number | undefined };

/**
 * Queues a mail with the text of a message, after `writeSecurityEvent` in the same transaction, unless this hour's
 * maximum is reached. Locks the user. Publish `events-written` after the commit, so that it is sent immediately.
 */
export async function enqueueMail(tx: Transaction, { userId, kind, details = {}, at }: SecurityEvent): Promise<void> {
  if (await isHourFull(tx, { userId, kind, at })) return;
  const payload = { userId, kind, details: JSON.stringify(details), at } satisfies Mail;
  await addJob(tx, [{ kind: USER_MAIL, key: randomUUID(), dueAtMs: Date.parse(at), payload }]);
}

async function isHourFull(tx: Transaction, { userId, kind, at }: SecurityEvent): Promise<boolean> {
  await lockUser(tx, userId);
  const since = new Date(Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS).toISOString();
  const [mailed] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from user_events
      where user_id = ${userId} and category = 'security' and at >= ${since}::timestamptz and facts ->> 'kind' = ${kind}`,
  );
  return (mailed?.count ?? 0) > (HOURLY_MAX_OF[kind] ?? HOURLY_MAX);
}

/** Notifies a user of an event of the account, in the app and by mail. See {@link enqueueMail}. */
export async function alertUser(tx: Transaction, { sessionId, ...happened }: Alert): Promise<void> {
  const event = { ...happened, details: { ...happened.details, ...(await readSessionPlace(tx, sessionId)) } };
  await writeSecurityEvent(tx, event);
  await enqueueMail(tx, event);
}

/** The job that sends the mails. A failed mail is sent again after a growing pause. */
export function createMailJob(deps: MailDeps): LeaseJob {
  return {
    name: USER_MAIL,
    mode: 'lease',
    atOnceMax: AT_ONCE,
    isWokenBy: ({ type }) => type === 'events-written',
    run: (row) => send(deps, row),
  };
}

async function send(deps: MailDeps, { payload }: JobRow): Promise<JobOutcome> {
  const { isSandbox, db, clock, notifier, log } = deps;
  const { userId, kind, details, at } = payload as Mail;
  if (clock.nowMs() - Date.parse(at) > TRIED_FOR_MS) {
    log.warn({ userId, kind }, 'a mail to a user was given up');
    return 'done';
  }
  const [user] = await rowsOf<Recipient>(
    db,
    sql`select email, phone, language, anti_phishing_code as "antiPhishingCode" from users where id = ${userId}`,
  );
  const to: Address =
    user?.email == null ? { channel: 'text', address: user?.phone ?? '' } : { channel: 'mail', address: user.email };
  if (user === undefined || !notifier.canSend(to.channel)) return 'done';
  const language = languageOf(user.language);
  const facts = { subject: 'security', kind, details: JSON.parse(details) as Record<string, string> } as const;
  const { title, text } = deps.writeMessage({ language, isSandbox }, facts, 0);
  const time = at.slice(0, 16).replace('T', ' ');
  const freeze = await freezePart(deps, { userId, kind, language });
  await notifier.send({
    ...to,
    ...textOf(language, 'accountEvent', { title, text, time, freeze }, user.antiPhishingCode),
  });
  return 'done';
}

type Recipient = {
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: string;
  readonly antiPhishingCode: string | null;
};

/** The link that freezes the account, for users who did not cause the event. Each mail has a key of its own. */
async function freezePart(
  { db, settings: { publicUrl } }: MailDeps,
  { userId, kind, language }: Pick<Mail, 'userId' | 'kind'> & { readonly language: Language },
): Promise<string> {
  if (OF_FROZEN.includes(kind)) return '';
  if (publicUrl === undefined) return partOf(language, 'freezeInApp');
  return partOf(language, 'freezeLink', { link: await issueFreezeLink(db, { userId, kind, publicUrl }) });
}

// Origin of an action: device and country of its session.

/** The place as messages store it; unknown parts are missing. */
type SessionPlace = { readonly fromDevice?: string; readonly fromCountry?: string };

/** The current place of a session. */
async function readSessionPlace(reader: Reader, sessionId: number | undefined): Promise<SessionPlace> {
  if (sessionId === undefined) return {};
  const [session] = await rowsOf<{ user_agent: string | null; ip: string | null }>(
    reader,
    sql`select user_agent, ip from sessions where id = ${sessionId}`,
  );
  if (session === undefined) return {};
  const { browser, system, device } = deviceNamesOf(session.user_agent);
  const fromDevice = [browser, system, device].filter((name) => name !== '').join(', ');
  const fromCountry = countryOfAddress(session.ip);
  return { ...(fromDevice !== '' && { fromDevice }), ...(fromCountry !== null && { fromCountry }) };
}
