/**
 * Work outside of the database: rows are taken under a lease that is renewed while the work runs, and is over soon when
 * the node dies.
 */
import { randomUUID } from 'node:crypto';
import { confirmLease, leaseJob, releaseLease, retryAfterMs, settle } from './jobRepository.ts';
import { LeaseLostError, type JobRow, type LeaseJob } from './jobsTable.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';
import type { LeaseHolder } from './leaseHolder.ts';

type LeaseDeps = JobDeps & { readonly keeper: LeaseHolder };

/** Makes a lane that works on several rows beside each other. */
export function createLeaseLane(deps: LeaseDeps, kind: LeaseJob, lookAgain: LookAgain): Lane {
  let over = new AbortController();
  const running = new Map<string, Promise<void>>();
  let claiming: Promise<void> | undefined;
  let isWoken = false;

  const claim = async (): Promise<void> => {
    const lease = randomUUID();
    try {
      for (const row of await leaseJob(deps.db, kind.name, requestFrom(lease))) start(row, lease);
    } catch (error) {
      deps.log.error({ err: error, kind: kind.name }, 'due work could not be taken; tried again');
    }
    claiming = undefined;
    if (isWoken) lookAgain();
  };
  // A node that was held up for longer than a lease lasts goes on with what it has, unless another one took it.
  const requestFrom = (lease: string) => ({
    clock: deps.clock,
    limit: kind.atOnceMax - running.size,
    lease,
    leaseMs: deps.keeper.leaseMs,
    except: [...running.keys()],
  });
  const start = (row: JobRow, lease: string): void => {
    const work = runLeased(deps, { kind, row, lease, stopped: over.signal }).then(() => {
      running.delete(row.key);
      lookAgain();
    });
    running.set(row.key, work);
  };

  return {
    wake() {
      // Whoever finishes looks again.
      if (running.size >= kind.atOnceMax) return;
      isWoken = claiming !== undefined;
      claiming ??= claim();
    },
    release() {
      over.abort();
      over = new AbortController();
    },
    async stop() {
      over.abort();
      await claiming;
      await Promise.all(running.values());
    },
  };
}

type Leased = {
  readonly kind: LeaseJob;
  readonly row: JobRow;
  readonly lease: string;
  readonly stopped: AbortSignal;
};

/** Works on a row for as long as its lease is held, and notes what became of it. Never throws. */
async function runLeased(deps: LeaseDeps, { kind, row, lease, stopped }: Leased): Promise<void> {
  const { db, clock, log } = deps;
  const id = { kind: kind.name, key: row.key, lease };
  const lost = new AbortController();
  const letGo = deps.keeper.keep(id, () => lost.abort());
  const signal = AbortSignal.any([stopped, lost.signal]);
  const confirm: Parameters<LeaseJob['run']>[1]['confirm'] = async (tx) => {
    if (await confirmLease(tx, id)) return;
    lost.abort();
    throw new LeaseLostError(id.kind, id.key);
  };
  let outcome: Awaited<ReturnType<LeaseJob['run']>>;
  try {
    outcome = stopped.aborted ? 'released' : await kind.run(row, { signal, confirm });
  } catch (error) {
    const retryMs = retryAfterMs(row.failures);
    outcome = signal.aborted ? 'released' : { retryInMs: retryMs };
    if (!signal.aborted) {
      log.error({ err: error, kind: id.kind, key: id.key, retryMs }, 'due work failed and will be tried again');
    }
  }
  letGo();
  // Nothing happens to a row that somebody else has by now.
  await (outcome === 'released' ? releaseLease(db, id) : settle(db, id, { outcome, clock })).catch((error: unknown) => {
    log.error({ err: error, kind: id.kind, key: id.key }, 'what became of due work could not be noted');
  });
}
