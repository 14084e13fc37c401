/**
 * Automatic halts of a node: while the public log is not signed, and while the node's disk is nearly full. Halts for
 * stale prices and for a database that is older than its log need no watch: the database decides them at each order.
 */
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import { freeShareOf } from '../health/nodeState.ts';
import { DISK_FREE_MIN, type Readiness } from '../health/readiness.ts';
import { endAutomaticHalt, prolongHalt, type AutomaticHalt } from './halts.ts';

export type HaltWatchDeps = {
  readonly db: Database;
  readonly events: EventBus;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly readiness: () => Promise<Readiness>;
  readonly dataDir: string;
  /** Distinguishes the disks of several nodes. */
  readonly node: string;
  /** Free share of the disk; the data folder's by default. */
  readonly freeShare?: () => Promise<number | undefined>;
};

export type HaltWatch = {
  /** Checks once. */
  check(): Promise<void>;
  close(): Promise<void>;
};

const EVERY_MS = 5000;
/** How long a halt outlasts a node that is gone. */
const LASTS_S = 30;
/** A leader that crashed is replaced within five seconds. */
const CHECKPOINT_LATE_S = 30;
/** Above the limit, so that a disk at the limit does not open and close the exchange. */
const DISK_FREE_AGAIN = DISK_FREE_MIN + 0.01;

export function startHaltWatch(deps: HaltWatchDeps): HaltWatch {
  const isHalted = new Map<string, boolean>();
  let running = Promise.resolve();
  const set = async (halt: AutomaticHalt, isDue: boolean) => {
    const was = isHalted.get(halt.source);
    let hasEnded = false;
    if (isDue) await prolongHalt(deps.db, halt, LASTS_S);
    // The first check also ends a halt that this node began before its restart.
    else if (was !== false) hasEnded = await endAutomaticHalt(deps.db, halt.source);
    isHalted.set(halt.source, isDue);
    const hasChanged = isDue ? was !== true : hasEnded;
    if (!hasChanged) return;
    deps.events.publish({ type: 'halts-changed' });
    deps.log.warn(
      { halt: halt.source, isHalted: isDue },
      isDue ? `halted: ${halt.reason}` : 'an automatic halt is over',
    );
  };
  const check = async () => {
    const { failed, checkpointAge } = await deps.readiness();
    if (failed.includes('database')) return;
    await set(LOG, checkpointAge !== null && checkpointAge > CHECKPOINT_LATE_S);
    const free = await (deps.freeShare?.() ?? freeShareOf(deps.dataDir));
    const disk = diskHalt(deps.node);
    const limit = isHalted.get(disk.source) === true ? DISK_FREE_AGAIN : DISK_FREE_MIN;
    await set(disk, free !== undefined && free < limit);
  };
  const checkSoon = () => {
    running = running.then(check).catch((error: unknown) => {
      deps.log.error({ err: error }, 'automatic halts could not be checked; tried again');
    });
  };
  const timer = setInterval(checkSoon, EVERY_MS).unref();
  return {
    check,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

const LOG: AutomaticHalt = { source: 'log', subject: 'markets', reason: 'log-late' };

const diskHalt = (node: string): AutomaticHalt => ({ source: `disk ${node}`, subject: 'exchange', reason: 'disk' });
