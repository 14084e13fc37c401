/** The table of authenticator apps. Everything that has a time goes by the database's clock. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';

/** How long a secret waits for its first right code. */
export const PENDING_MINUTES = 15;

const lifetime = sql`${PENDING_MINUTES}::int * interval '1 minute'`;

/** Writes a secret that waits; answers until when, or undefined when one is on already. */
export async function insertPending(tx: Transaction, userId: UserId, sealed: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ expires_at: string }>(
    tx,
    sql`insert into totp_factors (user_id, secret, started_at) values (${userId}, ${sealed}, clock_timestamp())
      on conflict (user_id) do update
        set secret = excluded.secret, started_at = excluded.started_at, last_step = null
        where totp_factors.confirmed_at is null
      returning ${isoText(sql`(totp_factors.started_at + ${lifetime})`)} as expires_at`,
  );
  return row?.expires_at;
}

/** The sealed secret of a user that waits and has not expired, or of one that is on. */
export async function readSecret(reader: Reader, userId: UserId, state: 'pending' | 'on'): Promise<string | undefined> {
  const condition =
    state === 'on'
      ? sql`confirmed_at is not null`
      : sql`confirmed_at is null and started_at > clock_timestamp() - ${lifetime}`;
  const [row] = await rowsOf<{ secret: string }>(
    reader,
    sql`select secret from totp_factors where user_id = ${userId} and ${condition}`,
  );
  return row?.secret;
}

/** Takes the code of a step, once: compared and written in one statement, so that two nodes never both take it. */
export async function takeStep(
  reader: Reader,
  userId: UserId,
  { sealed, step }: { readonly sealed: string; readonly step: number },
): Promise<boolean> {
  const taken = await rowsOf(
    reader,
    sql`update totp_factors set last_step = ${step}
      where user_id = ${userId} and secret = ${sealed} and coalesce(last_step, -1) < ${step} returning 1 as taken`,
  );
  return taken.length > 0;
}

/** Turns a secret on that waits; false when it is on, or another one, by now. */
export async function confirmPending(tx: Transaction, userId: UserId, sealed: string): Promise<boolean> {
  const confirmed = await rowsOf(
    tx,
    sql`update totp_factors set confirmed_at = clock_timestamp()
      where user_id = ${userId} and secret = ${sealed} and confirmed_at is null returning 1 as confirmed`,
  );
  return confirmed.length > 0;
}

/** When it was turned on; null when it is not. */
export async function readTotpSince(reader: Reader, userId: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ since: string | null }>(
    reader,
    sql`select ${isoText(sql`confirmed_at`)} as since from totp_factors where user_id = ${userId}`,
  );
  return row?.since ?? null;
}

/** Removes it; whether one was on. */
export async function deleteTotp(tx: Transaction, userId: UserId): Promise<boolean> {
  const rows = await rowsOf<{ was_on: boolean }>(
    tx,
    sql`delete from totp_factors where user_id = ${userId} returning confirmed_at is not null as was_on`,
  );
  return rows[0]?.was_on ?? false;
}
