/** Positions follow each market's ticks, on one node of all. */
import type { LeaseKind } from '../../due/dueWork.ts';
import { letOthersFirst } from '../../db/letOthersFirst.ts';
import { createSweepKind, type SweepDeps } from '../../market/sweepKind.ts';
import { advanceAll, type ContractDeps } from './contractWrite.ts';

/** For ticks that have been sealed, for prices of the time before, and for ticks whose event did not come over. */
const LOOK_EVERY_MS = 250;

export function createAdvanceKind(deps: Omit<ContractDeps, 'takeTurn'> & Omit<SweepDeps, 'sweep'>): LeaseKind {
  const sweep = oneForAll(() => advanceAll(deps, (tookMs) => letOthersFirst(deps.db, tookMs)));
  return createSweepKind({ name: 'contracts.advance', lookEveryMs: LOOK_EVERY_MS }, { ...deps, sweep });
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
