/** Runs the sealer as due work: one node seals for as long as it lives, and then another one goes on. */
import { passes, type Clock } from '../clock.ts';
import { addDueWork, ONLY, type Lease, type LeaseKind } from '../due/dueWork.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { LogRefusedError, type Sealer } from './sealer.ts';

type SealLeadDeps = { readonly clock: Clock; readonly log: FeedLog; readonly sealer: Sealer };

const SEAL = 'seal';
const EVERY_MS = 1000;
const RETRY_MS = 1000;
/** Somebody has to bring something back before. */
const REFUSED_RETRY_MS = 60_000;

/** Makes the kind; nothing happens before a runner runs it. */
export function createSealKind({ clock, log, sealer }: SealLeadDeps): LeaseKind {
  return {
    name: SEAL,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addDueWork(tx, [{ kind: SEAL, key: ONLY, dueAtMs: clock.nowMs() }]),
    run: async (_row, lease) => {
      try {
        await sealWhile(sealer, clock, lease);
        return { againAtMs: clock.nowMs() };
      } catch (error) {
        const isRefused = error instanceof LogRefusedError;
        log.error({ err: error }, 'the public log is not sealed');
        return { retryAtMs: clock.nowMs() + (isRefused ? REFUSED_RETRY_MS : RETRY_MS) };
      }
    },
  };
}

/** At every full second, so that nodes which follow each other keep the beat. */
async function sealWhile(sealer: Sealer, clock: Clock, { signal }: Lease): Promise<void> {
  let waitMs = 0;
  while (await passes(waitMs, signal)) {
    const { hasMore } = await sealer.seal();
    waitMs = hasMore ? 0 : EVERY_MS - (clock.nowMs() % EVERY_MS);
  }
}
