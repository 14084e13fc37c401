/** Sending a money write from a form: one effect, however often the button is pressed and the request is sent. */
import { useCallback, useRef } from 'react';
import { isOutcomeUnknown, type AppError } from './appError.ts';
import { newRequestId } from './newRequestId.ts';

type Attempt = { readonly fingerprint: string; readonly clientRequestId: string };

/** What came of it, as RTK Query tells it. */
type Outcome<A> = { readonly data?: A | undefined; readonly error?: unknown };

/**
 * Gives `send`, which passes the request on with an id. After a lost answer the same request goes out under the same id, so it is never
 * done twice; a clear answer ends the id, and another request gets another one. `fingerprint` leaves out what is not part of what is asked for, such as a password.
 */
export function useSendOnce<R extends object, A>(
  run: (request: R & { readonly clientRequestId: string }) => Promise<Outcome<A>>,
  fingerprint: (request: R) => string = JSON.stringify,
) {
  const open = useRef<Attempt>(undefined);
  return useCallback(
    async (request: R): Promise<Outcome<A>> => {
      const print = fingerprint(request);
      const attempt =
        open.current?.fingerprint === print ? open.current : { fingerprint: print, clientRequestId: newRequestId() };
      open.current = attempt;
      const outcome = await run({ ...request, clientRequestId: attempt.clientRequestId });
      if (outcome.error === undefined || !isStillOpen(outcome.error as AppError)) open.current = undefined;
      return outcome;
    },
    [run, fingerprint],
  );
}

/** Whether the same must be sent under the same id again, because it is not known whether it was done. */
export function isStillOpen(error: AppError): boolean {
  return isOutcomeUnknown(error) || error.code === 'OUTCOME_UNKNOWN';
}
