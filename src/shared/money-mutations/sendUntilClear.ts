/** Determines the outcome of a money mutation: repeats the request under the same id until the answer is clear. */
import { isOutcomeUnknown, type AppError } from '../api/appError.ts';
import type { CallArgs } from '../api/baseQuery.ts';

/** Outcome of a mutation. `wasLost`: an earlier answer was lost. */
export type Outcome<A = unknown> = { readonly data: A } | { readonly error: AppError; readonly wasLost: boolean };

export type RunCall = (args: CallArgs) => Reply | PromiseLike<Reply>;
type Reply = { readonly data?: unknown; readonly error?: AppError | undefined };

type Sending = {
  readonly runCall: RunCall;
  /** Whether it may have been sent before, by this page or an earlier one. */
  readonly wasSent: boolean;
  /** Whether the server performs it once, however often it arrives. */
  readonly mayRepeat: () => boolean;
  /** Whether the page still belongs to the same user: nothing is sent for another one. */
  readonly isWanted: () => boolean;
  /** An answer was lost: from now on the outcome is unknown. */
  readonly onLost: () => void;
};

// Growing delays, so that a server in trouble is not overloaded; a little over two minutes in all.
const WAITS_MS = [0, 500, 1500, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 40_000];
/** Consecutive server failures after which the loop gives up. */
const FAILURES_MAX = 3;

const UNKNOWN: AppError = { code: 'OUTCOME_UNKNOWN' };
const FAILURES: ReadonlySet<AppError['code']> = new Set(['INTERNAL', 'SERVICE_UNAVAILABLE']);
/**
 * Codes of requests that were refused before they were read: conclusive on the first try, but not after a lost answer.
 */
const UNSEEN: ReadonlySet<AppError['code']> = new Set([
  'OFFLINE',
  'RATE_LIMITED',
  'NOT_LOGGED_IN',
  'OVERLOADED',
  'RESTARTING',
]);
/** Of these, the codes of a node that refuses for a moment, while another one may accept. */
const PASSING: ReadonlySet<AppError['code']> = new Set(['OVERLOADED', 'RESTARTING']);

/**
 * Sends a mutation that carries its id, and repeats it while the outcome is unknown: the server returns its first
 * answer again, or performs a request that never arrived, or refuses it as expired. Returns an error for which
 * `isStillOpen` is true if the outcome cannot be determined now.
 */
export async function sendUntilClear<A>(args: CallArgs, sending: Sending): Promise<Outcome<A>> {
  const { runCall, wasSent, mayRepeat, isWanted, onLost } = sending;
  let wasLost = wasSent;
  let failures = 0;
  let refusals = 0;
  for (const waitMs of WAITS_MS) {
    if (waitMs > 0) await wait(waitMs);
    if (!isWanted()) break;
    const { data, error } = await runCall(args);
    if (error === undefined) return { data: data as A };
    if (isPassing(error, { refusals, wasLost }) && mayRepeat()) {
      refusals += 1;
      continue;
    }
    if (isClear(error, wasLost)) return { error, wasLost };
    if (error.code === 'NOT_LOGGED_IN' || !mayRepeat()) break;
    if (!wasLost) onLost();
    wasLost = true;
    failures = FAILURES.has(error.code) ? failures + 1 : 0;
    if (failures > FAILURES_MAX) return { error, wasLost };
  }
  return { error: UNKNOWN, wasLost: true };
}

/** Nothing was performed, so a refusal that lasts is the outcome, unless an earlier answer was lost. */
function isPassing({ code }: AppError, so: { readonly refusals: number; readonly wasLost: boolean }): boolean {
  return PASSING.has(code) && (so.wasLost || so.refusals < FAILURES_MAX);
}

function isClear(error: AppError, wasLost: boolean): boolean {
  return !isOutcomeUnknown(error) && !(wasLost && UNSEEN.has(error.code));
}

function wait(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs);
  });
}
