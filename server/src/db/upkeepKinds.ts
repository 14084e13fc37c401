/**
 * The embedded database has no autovacuum: every night what is dead is made room of again, and the planner learns what
 * there is; of what grows fast it learns within a minute.
 */
import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { addJob, ONLY, type LeaseJob } from '../jobs/jobsTable.ts';
import { rowsOf, type Database } from './database.ts';

const VACUUM = 'vacuum';
const ANALYZE = 'analyze';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** In UTC. */
const AT_HOUR = 3;
/** Up to twice as many any plan is quick. */
const SMALL_PAGES = 4;

type UpkeepDeps = { readonly db: Database; readonly clock: Clock };

/** Makes both kinds. */
export function createUpkeepJobs(deps: UpkeepDeps): readonly LeaseJob[] {
  return [createVacuumJob(deps), createAnalyzeJob(deps)];
}

/**
 * Makes the kind that vacuums. Under a lease, because nothing is vacuumed inside a transaction. An exchange that was
 * down at night does it at its next start.
 */
export function createVacuumJob({ db, clock }: UpkeepDeps): LeaseJob {
  return {
    name: VACUUM,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: VACUUM, key: ONLY, dueAtMs: nextNightMs(clock.nowMs()) }]),
    run: async (_row, { signal }) => {
      for (const table of await listTables(db)) {
        if (signal.aborted) return 'released';
        // One table at a time, so that others get in between.
        await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
      }
      return { againAtMs: nextNightMs(clock.nowMs()) };
    },
  };
}

/**
 * Makes the kind that has the planner learn of tables that have doubled since it last did. The one session of this
 * database keeps its plans: those of an empty table would go through all of it for the rest of the day.
 */
export function createAnalyzeJob({ db, clock }: UpkeepDeps): LeaseJob {
  return {
    name: ANALYZE,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: ANALYZE, key: ONLY, dueAtMs: clock.nowMs() + MINUTE_MS }]),
    run: async (_row, { signal }) => {
      for (const table of await listDoubled(db)) {
        if (signal.aborted) break;
        await db.execute(sql`analyze ${sql.identifier(table)}`);
      }
      return { againInMs: MINUTE_MS };
    },
  };
}

async function listDoubled(db: Database): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and pg_relation_size(oid) / current_setting('block_size')::int > 2 * greatest(relpages, ${SMALL_PAGES}::int)
      order by relname`,
  );
  return rows.map(({ name }) => name);
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
