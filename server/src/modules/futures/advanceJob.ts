import { sql } from 'drizzle-orm';
import type { LeaseJob } from '../../jobs/jobsTable.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import { createSweepJob, type SweepDeps } from '../../market/sweepKind.ts';
import type { Waiting } from '../../market/waiting.ts';
import { advanceAll, type FuturesDeps } from './futuresWrite.ts';

/** For ticks that have been logged, for ticks from before the start, and for ticks whose event was lost. */
const LOOK_EVERY_MS = 250;

/** Series with open positions or orders; a cursor is deleted with the last of them. */
export const WAITING: Waiting = {
  name: 'contracts.advance',
  markets: sql`select s.market_id from contract_cursors k join price_series s on s.id = k.series_id`,
};

export function createAdvanceJob(deps: Omit<FuturesDeps, 'takeTurn'> & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = oneForAll(() => advanceAll(deps, (tookMs) => letOthersFirst(deps.db, tookMs)));
  return createSweepJob({ name: WAITING.name, waiting: WAITING, lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
}

/** One run serves all markets: callers during a run share the next one. */
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
