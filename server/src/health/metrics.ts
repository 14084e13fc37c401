/**
 * Metrics of a node in the format of Prometheus. This file alone imports the library, so that another one can replace
 * it. Counters and histograms are counted where things happen; gauges are set when the metrics are read
 * (`nodeFigures.ts`).
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];

/** Seconds of a transaction, or of an answer. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Numbers of orders in one transaction; `BATCH_MAX` of the market's queue is 64. */
const SIZES = [1, 2, 4, 8, 16, 32, 64];

export const METRICS = {
  buildInfo: gauge('halyard_build_info', 'Version of the node; always 1', ['version']),
  ready: gauge('halyard_ready', 'Whether /readyz answers 200'),
  degraded: gauge('halyard_degraded', 'Parts that do not work as they should', ['part']),
  leader: gauge('halyard_leader', 'Whether this node holds the lease of a job', ['job']),
  failingJobs: gauge('halyard_failing_jobs', 'Jobs that failed ten times in a row, or more often', ['job']),
  halts: gauge('halyard_halts', 'Halts in force, by subject', ['subject']),
  requests: counter('halyard_requests_total', 'Calls, by outcome: done, refused, failed, shed', ['outcome']),
  requestSeconds: histogram('halyard_request_seconds', 'Time until a call is answered', SECONDS),
  orders: counter('halyard_orders_total', 'Requests that place or replace an order, by outcome', ['outcome']),
  orderBatchSize: histogram('halyard_order_batch_size', 'Spot commands in one transaction', SIZES),
  transactionSeconds: histogram('halyard_transaction_seconds', 'Time of a transaction, by kind', SECONDS, ['kind']),
  lockWaitSeconds: gauge('halyard_lock_wait_seconds', 'Longest current wait for a lock in the database'),
  ticks: counter('halyard_ticks_total', 'Ticks that this node appended'),
  tickAgeSeconds: gauge('halyard_tick_age_seconds', 'Age of the newest price', ['market']),
  candleLagSeconds: gauge('halyard_candle_lag_seconds', 'How far the candles are behind the prices', ['market']),
  unloggedTicks: gauge('halyard_unlogged_ticks', 'Prices that the public log does not have yet'),
  checkpointAgeSeconds: gauge(
    'halyard_checkpoint_age_seconds',
    'Age of the newest signed checkpoint; infinite before the first',
  ),
  witnessAgeSeconds: gauge(
    'halyard_witness_age_seconds',
    'Age of the newest cosigned checkpoint; NaN without witnesses',
  ),
  sockets: gauge('halyard_sockets', 'Open sockets'),
  rooms: gauge('halyard_rooms', 'Open realtime rooms'),
  messagesOut: counter('halyard_messages_out_total', 'Messages of rooms, times their receivers'),
  slowConsumers: counter('halyard_slow_consumers_total', 'Sockets that were disconnected because they read too slowly'),
  busLagSeconds: histogram('halyard_event_bus_lag_seconds', 'Time of an event to Redis and back', SECONDS),
  poolConnections: gauge('halyard_pool_connections', 'Connections to the database, by state', ['state']),
  loopDelaySeconds: gauge('halyard_event_loop_delay_seconds', 'Mean delay of the event loop in the last second'),
  withdrawalsWaiting: gauge('halyard_withdrawals_waiting', 'Withdrawals that wait for a review'),
  oldestWithdrawalSeconds: gauge('halyard_oldest_withdrawal_seconds', 'Age of the oldest of them'),
  ledgerCheckAgeSeconds: gauge(
    'halyard_ledger_check_age_seconds',
    'Time since the last `operator ledger check`; +Inf: never',
  ),
  ledgerCheckFaults: gauge('halyard_ledger_check_faults', 'Faults that it found'),
  diskFreeRatio: gauge('halyard_disk_free_ratio', 'Free share of the disk with the data folder'),
  transactionIdAge: gauge('halyard_transaction_id_age', 'Age of the oldest transaction id of the database'),
} as const;

/** All metrics as text, and its content type. */
export async function readMetrics(): Promise<{ readonly type: string; readonly text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}

/** Names of all metrics. */
export function metricNames(): readonly string[] {
  return registry.getMetricsAsArray().map(({ name }) => name);
}

/** Measures a piece of work as `kind`, also when it fails. */
export async function timed<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const end = METRICS.transactionSeconds.startTimer({ kind });
  try {
    return await work();
  } finally {
    end();
  }
}

function counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
  return new Counter({ name, help, labelNames: [...labelNames], registers });
}

function gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
  return new Gauge({ name, help, labelNames: [...labelNames], registers });
}

function histogram<L extends string>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly L[] = [],
): Histogram<L> {
  return new Histogram({ name, help, buckets, labelNames: [...labelNames], registers });
}
