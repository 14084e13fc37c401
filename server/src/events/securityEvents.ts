/** What happens to an account's safety. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../db/database.ts';
import type { SecurityEventKind } from './messageFacts.ts';
import { writeUserEvent } from './userEvents.ts';

/**
 * `details`: what the event's text names, such as `device` or `channel`; no amounts and no addresses, but for a
 * withdrawal's, whose target is shortened.
 */
export type SecurityEvent = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
};

/**
 * Writes an event, in the transaction of what happened. It has no row that it is about, so it gets a number of its own.
 */
export async function writeSecurityEvent(
  tx: Transaction,
  { userId, kind, details = {}, at }: SecurityEvent,
): Promise<void> {
  const [row] = await rowsOf<{ ref: number }>(tx, sql`select nextval('security_event_refs')::float8 as ref`);
  if (row === undefined) throw new Error('a sequence gave no number');
  await writeUserEvent(tx, { userId, ref: row.ref, at, facts: { subject: 'security', kind, details } });
}
