/**
 * Whether this node should receive requests, and which of its parts do not work as they should. A part that all nodes
 * share (prices, public log) makes no node unready: a load balancer would remove every node.
 */
import { sql } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { rowsOf, type Database } from '../db/database.ts';
import { newestMigrationMs } from '../db/migrate.ts';
import { skewOf, SKEW_MAX_MS } from '../jobs/clockWatch.ts';
import { freeShareOf, type NodeState } from './nodeState.ts';

export type Readiness = {
  readonly isReady: boolean;
  /** Reasons why the node is not ready: `database`, `clock`, `draining`. */
  readonly failed: readonly string[];
  /** Parts that do not work as they should: `prices BTC/USDT`, `log`, `redis`, `disk`, `migrations`, `event-loop`. */
  readonly degraded: readonly string[];
  readonly version: string;
  /** Age of the newest price by market, in seconds. */
  readonly tickAges: Readonly<Record<string, number>>;
  /** Seconds since the newest checkpoint of the public log; null before the first. */
  readonly checkpointAge: number | null;
};

export type ReadinessDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly state: NodeState;
  readonly dataDir: string;
  readonly version: string;
  /** Whether events reach the other nodes. */
  readonly isBusConnected: () => boolean;
  readonly shedDelayMs: number;
};

/**
 * A database that needs longer is no database for a user who waits. Below the second that load balancers wait: a node
 * that answers nothing counts as frozen, and they cut its connections.
 */
const DATABASE_MAX_MS = 800;
/** Load balancers ask every second or two, and the address is public. */
const CACHED_MS = 500;
/** The log is signed every second. */
export const CHECKPOINT_MAX_S = 10;
/** Below this free share of the disk, the exchange only reads (`haltWatch.ts`). */
export const DISK_FREE_MIN = 0.05;

type Row = {
  now_ms: number;
  migration_ms: number;
  checkpoint_age: number | null;
  tick_ages: Readonly<Record<string, number>> | null;
  stalled: readonly string[] | null;
};

/** Creates the reader. Readings are shared for a moment. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  let cached: { readonly atMs: number; readonly reading: Promise<Readiness> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (cached === undefined || nowMs - cached.atMs >= CACHED_MS) cached = { atMs: nowMs, reading: read(deps) };
    return cached.reading;
  };
}

async function read(deps: ReadinessDeps): Promise<Readiness> {
  const sentMs = deps.clock.nowMs();
  const [row, freeShare] = await Promise.all([inTime(readRow(deps.db)), freeShareOf(deps.dataDir)]);
  const skewMs =
    row === undefined || deps.clock.isSet === true
      ? 0
      : skewOf({ sentMs, databaseMs: row.now_ms, receivedMs: deps.clock.nowMs() });
  const checkpointAge = row?.checkpoint_age ?? null;
  const failed = namesOf({
    draining: deps.state.phase() !== 'serving',
    database: row === undefined,
    clock: Math.abs(skewMs) > SKEW_MAX_MS,
  });
  const degraded = namesOf({
    // A newer node migrates while older ones still serve: they are replaced next.
    migrations: row !== undefined && row.migration_ms !== newestMigrationMs(),
    log: checkpointAge !== null && checkpointAge > CHECKPOINT_MAX_S,
    redis: !deps.isBusConnected(),
    disk: freeShare !== undefined && freeShare < DISK_FREE_MIN,
    'event-loop': deps.shedDelayMs > 0 && deps.state.loopDelayMs() > deps.shedDelayMs,
  });
  const stalled = (row?.stalled ?? []).map((symbol) => `prices ${symbol}`);
  return {
    isReady: failed.length === 0,
    failed,
    degraded: [...degraded, ...stalled],
    version: deps.version,
    tickAges: row?.tick_ages ?? {},
    checkpointAge,
  };
}

function namesOf(parts: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(parts).filter((name) => parts[name]);
}

async function readRow(db: Database): Promise<Row | undefined> {
  const [row] = await rowsOf<Row>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms,
        (select max(created_at)::float8 from drizzle.__drizzle_migrations) as migration_ms,
        (select extract(epoch from clock_timestamp() - c.signed_at)::float8 from log_checkpoints c
          order by c.size desc limit 1) as checkpoint_age,
        (select json_object_agg(m.symbol, round(extract(epoch from clock_timestamp() - s.written_at), 3))
          from markets m join price_series s on s.id = m.series_id where m.is_displayed) as tick_ages,
        (select json_agg(m.symbol order by m.symbol) from market_records m
          where m.is_displayed and m.status = 'feed-stalled') as stalled`,
    'readiness',
  );
  return row;
}

/** The result; undefined when it fails or does not come in time. */
async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    const late = pause(DATABASE_MAX_MS, undefined, { signal: over.signal });
    return await Promise.race([reading.catch(() => undefined), late.catch(() => undefined)]);
  } finally {
    over.abort();
  }
}
