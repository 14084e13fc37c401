/** Sets the gauges of a node when its metrics are read. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { rowsOf, type Database } from '../db/database.ts';
import { METRICS } from './metrics.ts';
import { freeShareOf, type NodeState } from './nodeState.ts';
import type { Readiness } from './readiness.ts';

export type FigureDeps = {
  readonly db: Database;
  readonly dataDir: string;
  readonly state: NodeState;
  readonly readiness: () => Promise<Readiness>;
  /** Jobs that this node leads, of those that one node runs for all. */
  readonly leads: () => readonly string[];
  readonly realtime: { connections(): number; rooms(): number };
  /** Whether witnesses of the public log are configured. */
  readonly hasWitnesses: boolean;
};

/** Jobs whose leader matters: without it nothing is priced, or nothing is signed. */
const LED = ['feed', 'seal'] as const;

/** Failures in a row after which an operator should look: about 17 minutes of attempts. */
const FAILING = 10;

/** Age of a check or cosignature that never was. A gauge that is not set is 0, which looks fresh. */
const NEVER = Infinity;

/** Sets all gauges. Those of the database stay as they were while it does not answer. */
export async function setFigures(deps: FigureDeps): Promise<void> {
  const { db, dataDir, state, readiness, leads, realtime, hasWitnesses } = deps;
  const [ready, freeShare] = await Promise.all([readiness(), freeShareOf(dataDir)]);
  setReadiness(ready);
  const led = leads();
  for (const job of LED) METRICS.leader.set({ job }, led.includes(job) ? 1 : 0);
  METRICS.sockets.set(realtime.connections());
  METRICS.rooms.set(realtime.rooms());
  METRICS.loopDelaySeconds.set(state.loopDelayMs() / 1000);
  if (freeShare !== undefined) METRICS.diskFreeRatio.set(freeShare);
  setPool(db);
  if (!ready.failed.includes('database')) await setStored(db, hasWitnesses);
}

function setReadiness({ isReady, failed, degraded, tickAges, checkpointAge, version }: Readiness): void {
  METRICS.buildInfo.set({ version }, 1);
  METRICS.ready.set(isReady ? 1 : 0);
  METRICS.degraded.reset();
  for (const part of degraded) METRICS.degraded.set({ part }, 1);
  METRICS.tickAgeSeconds.reset();
  for (const [market, age] of Object.entries(tickAges)) METRICS.tickAgeSeconds.set({ market }, age);
  if (!failed.includes('database')) METRICS.checkpointAgeSeconds.set(checkpointAge ?? Infinity);
}

function setPool(db: Database): void {
  const { totalCount, idleCount, waitingCount } = (db as unknown as { readonly $client: pg.Pool }).$client;
  METRICS.poolConnections.set({ state: 'in use' }, totalCount - idleCount);
  METRICS.poolConnections.set({ state: 'idle' }, idleCount);
  METRICS.poolConnections.set({ state: 'waiting' }, waitingCount);
}

type Stored = {
  lock_wait: number;
  candle_lags: Readonly<Record<string, number>> | null;
  unlogged: number;
  witness_age: number | null;
  waiting: number;
  oldest: number;
  check_age: number | null;
  check_faults: number | null;
  xid_age: number;
  halts: readonly string[] | null;
  failing: Readonly<Record<string, number>> | null;
};

/** Candles are folded with their ticks, so the newest bar of a minute always contains the newest tick. */
async function setStored(db: Database, hasWitnesses: boolean): Promise<void> {
  const [row] = await rowsOf<Stored>(
    db,
    sql`select coalesce((select max(extract(epoch from clock_timestamp() - a.query_start)) from pg_stat_activity a
          where a.datname = current_database() and a.wait_event_type = 'Lock'), 0)::float8 as lock_wait,
        (select json_object_agg(m.symbol, greatest(0, extract(epoch from s.last_at - c.opened_at) - 60))
          from markets m join price_series s on s.id = m.series_id join lateral (
            select opened_at from candles where series_id = s.id and period = '1min' order by opened_at desc limit 1
          ) c on true where m.is_displayed) as candle_lags,
        (select coalesce(sum(s.last_seq - l.logged_seq), 0)::float8 from log_series l
          join price_series s on s.id = l.series_id) as unlogged,
        (select extract(epoch from clock_timestamp() - cosigned_at)::float8 from log_cosigned
          order by log desc limit 1) as witness_age,
        count(w.id)::int as waiting,
        coalesce(extract(epoch from clock_timestamp() - min(w.created_at)), 0)::float8 as oldest,
        (select extract(epoch from clock_timestamp() - c.at)::float8 from ledger_checks c
          order by c.id desc limit 1) as check_age,
        (select c.faults from ledger_checks c order by c.id desc limit 1) as check_faults,
        (select max(age(datfrozenxid))::float8 from pg_database where datallowconn) as xid_age,
        (select json_agg(h.subject) from halts_in_force h) as halts,
        (select json_object_agg(f.kind, f.n) from (
          select kind, count(*) as n from jobs where failures >= ${FAILING} group by kind) f) as failing
      from withdrawals w where w.status = 'pending'`,
    'node_figures',
  );
  if (row === undefined) return;
  METRICS.lockWaitSeconds.set(row.lock_wait);
  METRICS.candleLagSeconds.reset();
  for (const [market, lag] of Object.entries(row.candle_lags ?? {})) METRICS.candleLagSeconds.set({ market }, lag);
  METRICS.unloggedTicks.set(row.unlogged);
  METRICS.witnessAgeSeconds.set(hasWitnesses ? (row.witness_age ?? NEVER) : Number.NaN);
  METRICS.withdrawalsWaiting.set(row.waiting);
  METRICS.oldestWithdrawalSeconds.set(row.oldest);
  METRICS.ledgerCheckAgeSeconds.set(row.check_age ?? NEVER);
  if (row.check_faults !== null) METRICS.ledgerCheckFaults.set(row.check_faults);
  METRICS.transactionIdAge.set(row.xid_age);
  METRICS.failingJobs.reset();
  for (const [job, count] of Object.entries(row.failing ?? {})) METRICS.failingJobs.set({ job }, count);
  METRICS.halts.reset();
  for (const subject of row.halts ?? []) METRICS.halts.set({ subject }, 1);
}
