/** Looking whether another node works on something. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';
import { isoText } from '../db/sqlTime.ts';
import { passes } from '../clock.ts';

const LOOK_EVERY_MS = 200;

/**
 * Waits until a node is seen to renew its lease of a kind's only row: what a dead one left does not count. False when
 * `signal` aborts first.
 */
export async function seesHolder(db: Database, kind: string, signal: AbortSignal): Promise<boolean> {
  let before = await readLease(db, kind);
  while (await passes(LOOK_EVERY_MS, signal)) {
    const now = await readLease(db, kind);
    if (now !== undefined && now.lease === before?.lease && now.until > before.until) return true;
    before = now;
  }
  return false;
}

async function readLease(db: Database, kind: string): Promise<{ lease: string; until: string } | undefined> {
  const [row] = await rowsOf<{ lease: string; until: string }>(
    db,
    sql`select lease, ${isoText(sql`leased_until`)} as until from due_work where kind = ${kind} and lease is not null`,
  );
  return row;
}
