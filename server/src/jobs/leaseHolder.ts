/** Renews all leases of a node together, while the work on their rows runs. */
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { passes, type Clock } from '../clock.ts';
import { isoText, rowsOf, type Database } from '../db/database.ts';
import type { EventBus } from '../events/events.ts';
import type { ClockReading } from './clockWatch.ts';
import { renewLeases, type JobId } from './jobRepository.ts';

export type LeaseHolder = {
  /** Duration of a new lease. */
  readonly leaseMs: number;
  /** Renews a lease until the returned function is called; calls `onLost` when another node has taken the row. */
  hold(id: Required<JobId>, onLost: () => void): () => void;
  /** Leases that are held. */
  leases(): readonly string[];
  /** Jobs of these leases. */
  kinds(): readonly string[];
  /** Waits for a running renewal. */
  settled(): Promise<void>;
};

/** How long a row stays with a node that crashed: together with the other nodes' polling well below five seconds. */
const SHARED = { leaseMs: 3000, renewEveryMs: 1000 };
/** No other node could take over, and a start ends all leases. */
const ALONE = { leaseMs: 60_000, renewEveryMs: 20_000 };

type Held = { readonly id: Required<JobId>; readonly onLost: () => void };

type HolderDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'isAlone'> & {
  /** Called with the database's time at each renewal. */
  readonly onReading: (reading: ClockReading) => void;
};

/** Creates a holder without leases. */
export function createLeaseHolder({ db, clock, log, isAlone = false, onReading }: HolderDeps): LeaseHolder {
  const { leaseMs, renewEveryMs } = isAlone ? ALONE : SHARED;
  const held = new Set<Held>();
  /** Set while the next renewal is scheduled. */
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  let renewing: Promise<void> = Promise.resolve();

  const schedule = () => {
    if (held.size === 0 || timer !== undefined || isRenewing) return;
    timer = setTimeout(() => {
      timer = undefined;
      renewing = renew();
    }, renewEveryMs);
  };
  // When the database does not answer, the renewal is retried: no other node can take the rows meanwhile.
  const renew = async () => {
    isRenewing = true;
    const all = [...held];
    const sentMs = clock.nowMs();
    try {
      const renewed = await renewLeases(
        db,
        all.map(({ id }) => id),
        leaseMs,
      );
      for (const one of all.filter(({ id }) => !renewed.some((row) => row.kind === id.kind && row.key === id.key))) {
        if (!held.delete(one)) continue;
        log.warn({ kind: one.id.kind, key: one.id.key }, 'the lease of a job is lost');
        one.onLost();
      }
      const [row] = renewed;
      if (row !== undefined) onReading({ sentMs, databaseMs: row.nowMs, receivedMs: clock.nowMs() });
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed; tried again');
    }
    isRenewing = false;
    schedule();
  };
  return {
    leaseMs,
    hold(id, onLost) {
      const one = { id, onLost };
      held.add(one);
      schedule();
      return () => {
        held.delete(one);
        if (held.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    leases: () => [...new Set([...held].map(({ id }) => id.lease))],
    kinds: () => [...new Set([...held].map(({ id }) => id.kind))],
    settled: () => renewing,
  };
}

const POLL_EVERY_MS = 200;

/**
 * Waits until a node renews its lease of a job's only row; the lease of a crashed node does not count. False when
 * `signal` aborts first.
 */
export async function seesHolder(db: Database, kind: string, signal: AbortSignal): Promise<boolean> {
  let before = await readLease(db, kind);
  while (await passes(POLL_EVERY_MS, signal)) {
    const now = await readLease(db, kind);
    if (now !== undefined && now.lease === before?.lease && now.until > before.until) return true;
    before = now;
  }
  return false;
}

async function readLease(db: Database, kind: string): Promise<{ lease: string; until: string } | undefined> {
  const [row] = await rowsOf<{ lease: string; until: string }>(
    db,
    sql`select lease, ${isoText(sql`leased_until`)} as until from jobs where kind = ${kind} and lease is not null`,
  );
  return row;
}

// Common parts of both ways of running a job.

export type JobDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Whether no other process uses this database. */
  readonly isAlone?: boolean;
};

/** Runs the rows of one job. */
export type Lane = {
  /** Rows may be due. */
  wake(): void;
  /** Aborts work under leases and releases its rows, because this node must not lead. */
  release(): void;
  /** Aborts what can be aborted and waits for the rest. */
  stop(): Promise<void>;
};

/** Called by a lane when more rows may be due: it has finished some, or was woken while it worked. */
export type PollSoon = () => void;
