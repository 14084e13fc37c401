/** Which keys sign a log: its first one, and those that entries of it name. */
import { sql } from 'drizzle-orm';
import { formatVkey, parseVkey, type VerifierKey } from '@halyard/contract/transparency/keys';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** How long a key signs together with the one after it. */
const TOGETHER_MS = 30 * 24 * 60 * 60_000;

/** A key with the instant from which on it no longer signs. */
export type SigningKey = { readonly key: VerifierKey; readonly untilMs: number };

/** A key that signs from an instant on. One with an entry that names it waits for that entry to be sealed. */
export async function insertLogKey(
  tx: Transaction,
  { log, key, sinceMs, pendingId }: { log: number; key: VerifierKey; sinceMs: number; pendingId?: number },
): Promise<void> {
  await tx.execute(
    sql`insert into log_keys (log, vkey, since, pending_id)
      values (${log}, ${formatVkey(key)}, ${new Date(sinceMs).toISOString()}::timestamptz, ${pendingId ?? null})`,
  );
}

/** All that a log ever had, the newest last. */
export async function readLogKeys(reader: Reader, log: number): Promise<readonly SigningKey[]> {
  const rows = await rowsOf<{ vkey: string; next_ms: string | null }>(
    reader,
    sql`select k.vkey, (extract(epoch from lead(k.since) over (order by k.id)) * 1000)::bigint::text as next_ms
      from log_keys k left join log_pending p on p.id = k.pending_id
      where k.log = ${log} and (k.pending_id is null or p.idx is not null) order by k.id`,
  );
  return rows.map(({ vkey, next_ms: nextMs }) => ({
    key: parseVkey(vkey, 'log'),
    untilMs: nextMs === null ? Number.POSITIVE_INFINITY : Number(nextMs) + TOGETHER_MS,
  }));
}

/** Whether a key waits for the entry that names it. */
export async function isKeyWaiting(reader: Reader, log: number): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`select from log_keys k join log_pending p on p.id = k.pending_id where k.log = ${log} and p.idx is null`,
  );
  return rows.length > 0;
}
