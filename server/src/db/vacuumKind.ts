/**
 * The embedded database has no autovacuum: every night what is dead is made room of again, and the planner learns what
 * there is.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { addDueWork, ONLY, type LeaseKind } from '../due/dueWork.ts';
import { rowsOf, type Database } from './database.ts';

const VACUUM = 'vacuum';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** In UTC. */
const AT_HOUR = 3;

/**
 * Makes the kind. Under a lease, because nothing is vacuumed inside a transaction. An exchange that was down at night
 * does it at its next start.
 */
export function createVacuumKind({ db, clock }: { readonly db: Database; readonly clock: Clock }): LeaseKind {
  return {
    name: VACUUM,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addDueWork(tx, [{ kind: VACUUM, key: ONLY, dueAtMs: nextNightMs(clock.nowMs()) }]),
    run: async (_row, { signal }) => {
      for (const table of await listTables(db)) {
        if (signal.aborted) return { againAtMs: clock.nowMs() };
        // One table at a time, so that others get in between.
        await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
      }
      return { againAtMs: nextNightMs(clock.nowMs()) };
    },
  };
}

async function listTables(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_stat_user_tables where schemaname = 'public' order by relname`,
  );
  return rows.map(({ name }) => name);
}

function nextNightMs(nowMs: number): number {
  const nightMs = Math.floor(nowMs / DAY_MS) * DAY_MS + AT_HOUR * HOUR_MS;
  return nightMs > nowMs ? nightMs : nightMs + DAY_MS;
}
