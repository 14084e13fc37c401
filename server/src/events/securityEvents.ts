/** Security events of an account. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../db/database.ts';
import type { SecurityEventKind } from './messageFacts.ts';
import { writeUserEvent } from './userEvents.ts';

/**
 * `details`: values of the event's text, such as `device` or `channel`; no amounts and no addresses, except for a
 * withdrawal, whose target is shortened.
 */
export type SecurityEvent = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
};

/**
 * Writes an event in the transaction of its cause. It has no row that it is about, so its `ref` comes from a sequence.
 */
export async function writeSecurityEvent(
  tx: Transaction,
  { userId, kind, details = {}, at }: SecurityEvent,
): Promise<void> {
  const [row] = await rowsOf<{ ref: number }>(tx, sql`select nextval('security_event_refs')::float8 as ref`);
  if (row === undefined) throw new Error('a sequence gave no number');
  await writeUserEvent(tx, { userId, ref: row.ref, at, facts: { subject: 'security', kind, details } });
}
