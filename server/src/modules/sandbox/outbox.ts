/**
 * The sandbox's outbox: sent mails and text messages, public, so that a stranger's phone can register on a test
 * exchange.
 */
import { sql } from 'drizzle-orm';
import type { OutboxMessage } from '@halyard/contract/sandbox/calls';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import type { Carrier } from '../user/notifier.ts';

const MESSAGES_MAX = 50;

/** Stores messages in the outbox. */
export function outboxCarrier(db: Database, clock: Clock): Carrier {
  return async ({ channel, address, subject, body }) => {
    await db.execute(
      sql`insert into outbox (channel, address, subject, body, created_at)
        values (${channel}, ${address}, ${channel === 'mail' ? subject : ''}, ${body}, ${new Date(clock.nowMs()).toISOString()})`,
    );
  };
}

/** Messages to an address, the newest first. */
export async function listMessages(db: Database, written: string): Promise<OutboxMessage[]> {
  const address = written.trim().toLowerCase();
  // A plus sign that is not escaped in a query arrives as a space.
  const phone = `+${address.replaceAll(/\D/g, '')}`;
  return rowsOf<OutboxMessage>(
    db,
    sql`select id, channel, address, subject, body as text,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from outbox where address in (${address}, ${phone}) order by id desc limit ${MESSAGES_MAX}`,
  );
}
