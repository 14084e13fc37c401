/**
 * Work outside the database: rows are taken under a lease, which is renewed while the work runs and ends soon after a
 * crash of the node.
 */
import { randomUUID } from 'node:crypto';
import { confirmLease, leaseJob, releaseLease, retryAfterMs, settle } from './jobRepository.ts';
import { LeaseLostError, type JobRow, type LeaseJob } from './job.ts';
import type { JobDeps, Lane, LookAgain } from './lane.ts';
import type { LeaseHolder } from './leaseHolder.ts';

type LeaseDeps = JobDeps & { readonly holder: LeaseHolder };

/** Creates a lane that works on several rows concurrently. */
export function createLeaseLane(deps: LeaseDeps, job: LeaseJob, lookAgain: LookAgain): Lane {
  let over = new AbortController();
  const running = new Map<string, Promise<void>>();
  let claiming: Promise<void> | undefined;
  let isWoken = false;

  const claim = async (): Promise<void> => {
    const lease = randomUUID();
    try {
      for (const row of await leaseJob(deps.db, job.name, requestFrom(lease))) start(row, lease);
    } catch (error) {
      deps.log.error({ err: error, kind: job.name }, 'jobs could not be taken; tried again');
    }
    claiming = undefined;
    if (isWoken) lookAgain();
  };
  // A node that was blocked for longer than a lease continues with its rows, unless another node took them.
  const requestFrom = (lease: string) => ({
    clock: deps.clock,
    limit: job.atOnceMax - running.size,
    lease,
    leaseMs: deps.holder.leaseMs,
    except: [...running.keys()],
  });
  const start = (row: JobRow, lease: string): void => {
    const work = runLeased(deps, { job, row, lease, stopped: over.signal }).then(() => {
      running.delete(row.key);
      lookAgain();
    });
    running.set(row.key, work);
  };

  return {
    wake() {
      // The next finished row causes another look.
      if (running.size >= job.atOnceMax) return;
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
  readonly job: LeaseJob;
  readonly row: JobRow;
  readonly lease: string;
  readonly stopped: AbortSignal;
};

/** Works on a row while its lease is held, and writes the outcome. Never throws. */
async function runLeased(deps: LeaseDeps, { job, row, lease, stopped }: Leased): Promise<void> {
  const { db, clock, log } = deps;
  const id = { kind: job.name, key: row.key, lease };
  const lost = new AbortController();
  const stopRenewing = deps.holder.hold(id, () => lost.abort());
  const signal = AbortSignal.any([stopped, lost.signal]);
  const confirm: Parameters<LeaseJob['run']>[1]['confirm'] = async (tx) => {
    if (await confirmLease(tx, id)) return;
    lost.abort();
    throw new LeaseLostError(id.kind, id.key);
  };
  let outcome: Awaited<ReturnType<LeaseJob['run']>>;
  try {
    outcome = stopped.aborted ? 'released' : await job.run(row, { signal, confirm });
  } catch (error) {
    const retryMs = retryAfterMs(row.failures);
    outcome = signal.aborted ? 'released' : { retryInMs: retryMs };
    if (!signal.aborted) {
      log.error({ err: error, kind: id.kind, key: id.key, retryMs }, 'a job failed and will be tried again');
    }
  }
  stopRenewing();
  // Has no effect on a row that another node holds by now.
  await (outcome === 'released' ? releaseLease(db, id) : settle(db, id, { outcome, clock })).catch((error: unknown) => {
    log.error({ err: error, kind: id.kind, key: id.key }, 'the outcome of a job could not be written');
  });
}
