/** Positions follow each market's ticks, on one node of all. */
import { sql } from 'drizzle-orm';
import type { LeaseJob } from '../../jobs/job.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import { createSweepJob, type SweepDeps } from '../../market/sweepJob.ts';
import type { Waiting } from '../../market/waiting.ts';
import { advanceAll, type FuturesDeps } from './futuresWrite.ts';

/** For ticks that have been sealed, for prices of the time before, and for ticks whose event did not come over. */
const LOOK_EVERY_MS = 250;

/** Series that anything is open in; their cursors go with the last of it. */
export const WAITING: Waiting = {
  name: 'contracts.advance',
  markets: sql`select s.market_id from contract_cursors k join price_series s on s.id = k.series_id`,
};

export function createAdvanceJob(deps: Omit<FuturesDeps, 'takeTurn'> & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = oneForAll(() => advanceAll(deps, (tookMs) => letOthersFirst(deps.db, tookMs)));
  return createSweepJob({ name: WAITING.name, waiting: WAITING, lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
}

/** One run is for all markets: those who ask while one is under way share the next. */
function oneForAll(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = run();
        return running;
      });
    return next;
  };
}
