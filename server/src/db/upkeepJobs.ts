/**
 * Maintenance of the embedded database, which has no autovacuum: every night it is vacuumed and analysed, and tables
 * that grow fast are analysed within a minute.
 */
import { sql } from 'drizzle-orm';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { addJob, ONLY, type LeaseJob } from '../jobs/job.ts';
import { rowsOf, type Database } from './database.ts';

const VACUUM = 'vacuum';
const ANALYZE = 'analyze';
/** In UTC. */
const AT_HOUR = 3;
/** Up to twice this size any plan is fast. */
const SMALL_PAGES = 4;

type UpkeepDeps = { readonly db: Database; readonly clock: Clock };

/** Creates both jobs. */
export function createUpkeepJobs(deps: UpkeepDeps): readonly LeaseJob[] {
  return [createVacuumJob(deps), createAnalyzeJob(deps)];
}

/**
 * Creates the vacuum job. It uses a lease, because vacuum cannot run inside a transaction. An exchange that was down at
 * night vacuums at its next start.
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
        // One table at a time, so that other queries run in between.
        await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`);
      }
      return { againAtMs: nextNightMs(clock.nowMs()) };
    },
  };
}

/**
 * Creates the job that analyses tables that have doubled since their last analysis. The single session of this database
 * caches its plans: those of an empty table would scan all of it for the rest of the day.
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
