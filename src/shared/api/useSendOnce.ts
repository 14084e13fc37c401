/** Sending a money write from a form: one effect, however often the button is pressed and the request is sent. */
import { useCallback, useRef } from 'react';
import { isOutcomeUnknown, type AppError } from './appError.ts';
import { newRequestId } from './newRequestId.ts';

/** The same so soon after it was done is the same tap: the screen that it was tapped on did not show yet what came of it. */
export const SAME_TAP_MS = 1000;

type Attempt = {
  readonly fingerprint: string;
  readonly clientRequestId: string;
  readonly state: 'sending' | 'open' | 'done' | 'refused';
  /** When the answer came, by the clock of the page. */
  readonly atMs?: number;
};

/** What came of it, as RTK Query tells it. */
type Outcome<A> = { readonly data?: A | undefined; readonly error?: unknown };

/**
 * Gives `send`, which passes the request on with an id, or resolves to `undefined` at once where it is the same tap again: while another is under
 * way, and when the same was done a moment ago. After a lost answer the same request goes out under the same id, so it is never done twice; a clear
 * answer ends the id, and another request gets another one. `fingerprint` leaves out what is not part of what is asked for, such as a password.
 */
export function useSendOnce<R extends object, A>(
  run: (request: R & { readonly clientRequestId: string }) => Promise<Outcome<A>>,
  fingerprint: (request: R) => string = JSON.stringify,
) {
  const last = useRef<Attempt>(undefined);
  return useCallback(
    async (request: R): Promise<Outcome<A> | undefined> => {
      const print = fingerprint(request);
      if (isSameTap(last.current, print)) return undefined;
      const clientRequestId = openId(last.current, print) ?? newRequestId();
      const attempt = { fingerprint: print, clientRequestId };
      last.current = { ...attempt, state: 'sending' };
      let outcome: Outcome<A> | undefined;
      try {
        outcome = await run({ ...request, clientRequestId });
      } finally {
        last.current = { ...attempt, state: stateAfter(outcome), atMs: performance.now() };
      }
      return outcome;
    },
    [run, fingerprint],
  );
}

function isSameTap(last: Attempt | undefined, fingerprint: string): boolean {
  if (last?.state !== 'done') return last?.state === 'sending';
  return last.fingerprint === fingerprint && performance.now() - (last.atMs ?? 0) < SAME_TAP_MS;
}

function openId(last: Attempt | undefined, fingerprint: string): string | undefined {
  return last?.state === 'open' && last.fingerprint === fingerprint ? last.clientRequestId : undefined;
}

function stateAfter(outcome: Outcome<unknown> | undefined): Attempt['state'] {
  if (outcome === undefined) return 'open';
  if (outcome.error === undefined) return 'done';
  return isStillOpen(outcome.error as AppError) ? 'open' : 'refused';
}

/** Whether the same must be sent under the same id again, because it is not known whether it was done. */
export function isStillOpen(error: AppError): boolean {
  return isOutcomeUnknown(error) || error.code === 'OUTCOME_UNKNOWN';
}
