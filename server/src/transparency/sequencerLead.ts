/** Runs the sequencer as due work: one node seals for as long as it lives, and then another one goes on. */
import { passes, type Clock } from '../clock.ts';
import { addJob, ALWAYS_MS, ONLY, type LeaseJob } from '../jobs/jobsTable.ts';
import { isDiskFull } from '../outage.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { LogRefusedError, type Sequencer } from './sequencer.ts';
import type { Witnesses } from './witnesses.ts';

type SequencerLeadDeps = {
  readonly clock: Clock;
  readonly log: FeedLog;
  readonly sequencer: Sequencer;
  readonly witnesses: Witnesses;
};

const SEAL = 'seal';
const EVERY_MS = 1000;
/** Ticks come at the full second, most of them: what waits for them to be sealed waits a fifth of one. */
const AFTER_MS = 200;
const RETRY_MS = 1000;
/** At a start; meanwhile nothing is sealed. */
const ANSWER_MS = 1000;
/** Somebody has to bring something back before. */
const REFUSED_RETRY_MS = 60_000;

/** Makes the kind; nothing happens before a runner runs it. */
export function createSequencerJob(deps: SequencerLeadDeps): LeaseJob {
  const { log, sequencer } = deps;
  return {
    name: SEAL,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: SEAL, key: ONLY, dueAtMs: ALWAYS_MS }], 'move'),
    run: async (_row, lease) => {
      try {
        await sealWhile(deps, lease.signal);
        return 'released';
      } catch (error) {
        const isRefused = error instanceof LogRefusedError;
        if (isRefused) await sequencer.halt(error.message);
        else if (isDiskFull(error)) await sequencer.halt('The disk is full: nothing can be published.');
        log.error({ err: error }, 'the public log is not sealed');
        return { retryInMs: isRefused ? REFUSED_RETRY_MS : RETRY_MS };
      }
    },
  };
}

/**
 * Suspends all markets at a start over a database that the public log cannot go on from, such as an older copy. They
 * open by themselves once it can.
 */
export async function suspendUnlessLoggable({
  sequencer,
  log,
}: Pick<SequencerLeadDeps, 'sequencer' | 'log'>): Promise<void> {
  try {
    await sequencer.check();
  } catch (error) {
    if (!(error instanceof LogRefusedError)) throw error;
    await sequencer.halt(error.message);
    log.error({ reason: error.message }, 'all markets are suspended: the public log cannot go on from this database');
  }
}

/** What witnesses that answer saw is known before anything new is signed; later on sealing does not wait for them. */
async function sealWhile(deps: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const whileLead = AbortSignal.any([signal, over.signal]);
  const first = askOnce(deps, whileLead);
  const asking = first.then(() => askWhile(deps, whileLead));
  try {
    await Promise.race([first, passes(ANSWER_MS, whileLead)]);
    await sealSeconds(deps, signal);
  } finally {
    over.abort();
    await asking;
  }
}

/** At the same part of every second, so that nodes which follow each other keep the beat. */
async function sealSeconds({ sequencer, clock }: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  let waitMs = 0;
  while (await passes(waitMs, signal)) {
    const { hasMore } = await sequencer.seal();
    waitMs = hasMore ? 0 : EVERY_MS - ((clock.nowMs() - AFTER_MS) % EVERY_MS);
  }
}

async function askWhile(deps: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  while (await passes(deps.witnesses.everyMs, signal)) await askOnce(deps, signal);
}

async function askOnce({ witnesses, log }: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  await witnesses.ask(signal).catch((error: unknown) => log.error({ err: error }, 'the witnesses could not be asked'));
}
