/** Runs the sequencer as a job: one node leads while it is up, and then another one continues. */
import { sql } from 'drizzle-orm';
import { BusinessError } from '../calls/callHandler.ts';
import { passes, type Clock } from '../clock.ts';
import { rowsOf, type Reader } from '../db/database.ts';
import { addJob, ALWAYS_MS, ONLY, type LeaseJob } from '../jobs/job.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { isDiskFull } from '../outage.ts';
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
/** Most ticks arrive at the full second; they are logged a fifth of a second later. */
const AFTER_MS = 200;
const RETRY_MS = 1000;
/** Longest wait for witnesses at a start, during which nothing is logged. */
const ANSWER_MS = 1000;
/** Retry interval after a refusal, which needs an operator's action. */
const REFUSED_RETRY_MS = 60_000;

/** Creates the job; nothing happens before a runner runs it. */
export function createSequencerJob(deps: SequencerLeadDeps): LeaseJob {
  const { log, sequencer } = deps;
  return {
    name: SEAL,
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: SEAL, key: ONLY, dueAtMs: ALWAYS_MS }], 'move'),
    run: async (_row, lease) => {
      try {
        await sequenceWhile(deps, lease.signal);
        return 'released';
      } catch (error) {
        const isRefused = error instanceof LogRefusedError;
        if (isRefused) await sequencer.halt(error.message);
        else if (isDiskFull(error)) await sequencer.halt('The disk is full: nothing can be published.', true);
        log.error({ err: error }, 'the public log is not sealed');
        return { retryInMs: isRefused ? REFUSED_RETRY_MS : RETRY_MS };
      }
    },
  };
}

/**
 * Suspends all markets at a start on a database on which the transparency log cannot continue, such as an older copy.
 * They open automatically once it can.
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

/**
 * Asks the witnesses for the trees they have seen before anything new is signed; later the sequencer does not wait for
 * them.
 */
async function sequenceWhile(deps: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const whileLead = AbortSignal.any([signal, over.signal]);
  const first = askOnce(deps, whileLead);
  const asking = first.then(() => askWhile(deps, whileLead));
  try {
    await Promise.race([first, passes(ANSWER_MS, whileLead)]);
    await sequenceSeconds(deps, signal);
  } finally {
    over.abort();
    await asking;
  }
}

/** At the same offset in every second, so that successive leaders keep the rhythm. */
async function sequenceSeconds({ sequencer, clock }: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  let waitMs = 0;
  while (await passes(waitMs, signal)) {
    const { hasMore } = await sequencer.advance();
    waitMs = hasMore ? 0 : EVERY_MS - ((clock.nowMs() - AFTER_MS) % EVERY_MS);
  }
}

async function askWhile(deps: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  while (await passes(deps.witnesses.everyMs, signal)) await askOnce(deps, signal);
}

async function askOnce({ witnesses, log }: SequencerLeadDeps, signal: AbortSignal): Promise<void> {
  await witnesses.ask(signal).catch((error: unknown) => log.error({ err: error }, 'the witnesses could not be asked'));
}

// Refuses purchases while the transparency log lags behind the prices, because their commitments would be logged late.

/** Ticks are logged each second. */
const LOGGED_WITHIN_MS = 2000;

/**
 * Throws `BusinessError('PRICE_STALE')` when a series is logged and one of its ticks waits longer than usual. The delay
 * is measured by the newest tick and by the clock, because either may be wrong.
 */
export async function requireSequencer(reader: Reader, seriesId: number, nowMs: number): Promise<void> {
  const waiting = await rowsOf(
    reader,
    sql`select from log_series l join price_series s on s.id = l.series_id
        join ticks t on t.series_id = l.series_id and t.seq = l.logged_seq + 1
      where l.series_id = ${seriesId} and t.at < least(s.last_at, ${new Date(nowMs).toISOString()}::timestamptz)
        - ${LOGGED_WITHIN_MS} * interval '1 millisecond'`,
    'log_behind',
  );
  if (waiting.length > 0) throw new BusinessError('PRICE_STALE');
}
