/** The one way to find out what became of a money write: the same again under its id, until the answer is clear. */
import { isOutcomeUnknown, type AppError } from '../api/appError.ts';
import type { CallArgs } from '../api/baseQuery.ts';

/** What became of a write. `wasLost`: an answer was lost before this one came. */
export type Outcome<A = unknown> = { readonly data: A } | { readonly error: AppError; readonly wasLost: boolean };

/** How a call is run. */
export type RunCall = (args: CallArgs) => Reply | PromiseLike<Reply>;
type Reply = { readonly data?: unknown; readonly error?: AppError | undefined };

type Sending = {
  readonly runCall: RunCall;
  /** Whether it may have been sent before, by this page or one that is gone. */
  readonly wasSent: boolean;
  /** Whether the server does it once, however often it comes. */
  readonly mayRepeat: () => boolean;
  /** Whether it is still the same user's page: nothing is sent for another one. */
  readonly isWanted: () => boolean;
  /** An answer was lost: from now on the outcome is being looked for. */
  readonly onLost: () => void;
};

// Grows, so that a server in trouble is not pressed; a little over two minutes in all.
const WAITS_MS = [0, 500, 1500, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 40_000];
/** A server that says so often in a row that it cannot is not asked on. */
const FAILURES_MAX = 3;

const UNKNOWN: AppError = { code: 'OUTCOME_UNKNOWN' };
const FAILURES: ReadonlySet<AppError['code']> = new Set(['INTERNAL', 'SERVICE_UNAVAILABLE']);
/**
 * Refused before anybody looked at what the request is: clear the first time, and later no word about the one before.
 */
const UNSEEN: ReadonlySet<AppError['code']> = new Set(['OFFLINE', 'RATE_LIMITED', 'NOT_LOGGED_IN']);

/**
 * Sends a write that carries its id, and again as long as nobody knows what became of it: the exchange gives its first
 * answer again, or does now what it was never asked to, or says that it is too late for that. An error for which
 * `isStillOpen` says so: it cannot be told now.
 */
export async function sendUntilClear<A>(args: CallArgs, sending: Sending): Promise<Outcome<A>> {
  const { runCall, wasSent, mayRepeat, isWanted, onLost } = sending;
  let wasLost = wasSent;
  let failures = 0;
  for (const waitMs of WAITS_MS) {
    if (waitMs > 0) await wait(waitMs);
    if (!isWanted()) break;
    const { data, error } = await runCall(args);
    if (error === undefined) return { data: data as A };
    if (isClear(error, wasLost)) return { error, wasLost };
    if (error.code === 'NOT_LOGGED_IN' || !mayRepeat()) break;
    if (!wasLost) onLost();
    wasLost = true;
    failures = FAILURES.has(error.code) ? failures + 1 : 0;
    if (failures > FAILURES_MAX) return { error, wasLost };
  }
  return { error: UNKNOWN, wasLost: true };
}

function isClear(error: AppError, wasLost: boolean): boolean {
  return !isOutcomeUnknown(error) && !(wasLost && UNSEEN.has(error.code));
}

function wait(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs);
  });
}
