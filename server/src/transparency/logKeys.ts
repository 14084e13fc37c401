/** Keys that sign a log: its first one, and those that its entries name. */
import { sql } from 'drizzle-orm';
import { formatVkey, parseVkey, type VerifierKey } from '@halyard/contract/transparency/keys';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** How long a key signs together with its successor. */
const OVERLAP_MS = 30 * DAY_MS;

/** A key with the instant from which it no longer signs. */
export type SigningKey = { readonly key: VerifierKey; readonly untilMs: number };

/** Inserts a key that signs from an instant on. A key with a pending entry becomes valid when that entry is logged. */
export async function insertLogKey(
  tx: Transaction,
  { log, key, sinceMs, pendingId }: { log: number; key: VerifierKey; sinceMs: number; pendingId?: number },
): Promise<void> {
  await tx.execute(
    sql`insert into log_keys (log, vkey, since, pending_id)
      values (${log}, ${formatVkey(key)}, ${new Date(sinceMs).toISOString()}::timestamptz, ${pendingId ?? null})`,
  );
}

/** All keys of a log, the newest last. */
export async function readLogKeys(reader: Reader, log: number): Promise<readonly SigningKey[]> {
  const rows = await rowsOf<{ vkey: string; next_ms: string | null }>(
    reader,
    sql`select k.vkey, (extract(epoch from lead(k.since) over (order by k.id)) * 1000)::bigint::text as next_ms
      from log_keys k left join log_pending p on p.id = k.pending_id
      where k.log = ${log} and (k.pending_id is null or p.idx is not null) order by k.id`,
  );
  return rows.map(({ vkey, next_ms: nextMs }) => ({
    key: parseVkey(vkey, 'log'),
    untilMs: nextMs === null ? Number.POSITIVE_INFINITY : Number(nextMs) + OVERLAP_MS,
  }));
}

/** Whether a key waits for its entry. */
export async function isKeyWaiting(reader: Reader, log: number): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`select from log_keys k join log_pending p on p.id = k.pending_id where k.log = ${log} and p.idx is null`,
  );
  return rows.length > 0;
}
