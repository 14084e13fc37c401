/** What happens to an account's safety, written where it happens and read by the message centre. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { Transaction } from '../../db/database.ts';

/** What may happen; each has its texts. */
export const SECURITY_EVENT_KINDS = [
  'login_new_device',
  'password_changed',
  'fund_password_set',
  'fund_password_changed',
  'address_added',
  'address_removed',
  'bank_card_bound',
  'bank_card_changed',
  'sessions_ended',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** `details`: what the event's text names, such as `device` or `channel`; no amounts, no addresses. */
export type SecurityEvent = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
};

/** Writes an event, in the transaction of what happened. Who listens is told after the commit, by `record-changed` or `messages-changed`. */
export async function writeSecurityEvent(
  tx: Transaction,
  { userId, kind, details = {}, at }: SecurityEvent,
): Promise<void> {
  await tx.execute(
    sql`insert into security_events (user_id, kind, details, created_at) values (${userId}, ${kind}, ${JSON.stringify(details)}::jsonb, ${at})`,
  );
}
