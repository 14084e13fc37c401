/** Renews all leases of a node together, for as long as the work on their rows lasts. */
import { renewLeases, type JobId } from './jobRepository.ts';
import type { ClockReading } from './clockWatch.ts';
import type { JobDeps } from './lane.ts';

export type LeaseHolder = {
  /** How long a new lease lasts. */
  readonly leaseMs: number;
  /** Renews a lease until what it answers is called; calls `onLost` when somebody else has the row. */
  keep(id: Required<JobId>, onLost: () => void): () => void;
  /** Those that are held. */
  leases(): readonly string[];
  /** Waits for a renewal that is under way. */
  settled(): Promise<void>;
};

/** How long a row stays with a node that died. Together with a look of the others well below five seconds. */
const SHARED = { leaseMs: 3000, renewEveryMs: 1000 };
/** Nobody else is there who could take over, and a start ends all leases. */
const ALONE = { leaseMs: 60_000, renewEveryMs: 20_000 };

type Held = { readonly id: Required<JobId>; readonly onLost: () => void };

type KeeperDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'isAlone'> & {
  /** Each renewal reads the database's clock. */
  readonly onReading: (reading: ClockReading) => void;
};

/** Makes a keeper that holds nothing. */
export function createLeaseHolder({ db, clock, log, isAlone = false, onReading }: KeeperDeps): LeaseHolder {
  const { leaseMs, renewEveryMs } = isAlone ? ALONE : SHARED;
  const held = new Set<Held>();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();

  const plan = () => {
    timer = held.size === 0 ? undefined : setTimeout(() => void (renewing = renew().then(plan)), renewEveryMs);
  };
  // A database that does not answer is asked again: it does not give the rows away either.
  const renew = async () => {
    const all = [...held];
    const sentMs = clock.nowMs();
    try {
      const kept = await renewLeases(
        db,
        all.map(({ id }) => id),
        leaseMs,
      );
      for (const one of all.filter(({ id }) => !kept.some((row) => row.kind === id.kind && row.key === id.key))) {
        if (!held.delete(one)) continue;
        log.warn({ kind: one.id.kind, key: one.id.key }, 'the lease of due work is lost');
        one.onLost();
      }
      const [row] = kept;
      if (row !== undefined) onReading({ sentMs, databaseMs: row.nowMs, receivedMs: clock.nowMs() });
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed; tried again');
    }
  };
  return {
    leaseMs,
    keep(id, onLost) {
      const one = { id, onLost };
      held.add(one);
      if (timer === undefined) plan();
      return () => {
        held.delete(one);
        if (held.size > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    leases: () => [...new Set([...held].map(({ id }) => id.lease))],
    settled: () => renewing,
  };
}
