/** Sending a money write from a form: one effect, however often the button is pressed and the request is sent. */
import { useCallback, useRef } from 'react';
import type { AppError } from '../api/appError.ts';
import { newRequestId } from '../api/newRequestId.ts';
import { useAppSelector } from '../store/hooks.ts';
import type { MoneyCall, MoneyMutation, PendingRequestOf, WriteResult } from './moneyMutation.ts';
import { selectIsChecking } from './moneyMutationsSlice.ts';

/**
 * The same so soon after it was done is the same tap: the screen that it was tapped on did not show yet what came of
 * it.
 */
export const SAME_TAP_MS = 1000;

/** `checking`: the answer was lost, and the exchange is being asked. */
export type WriteStatus = 'idle' | 'sending' | 'checking' | 'done' | 'failed';

type Tap = {
  readonly print: string;
  readonly state: 'sending' | 'done' | 'failed';
  /** When the answer came, by the clock of the page. */
  readonly atMs?: number;
};

/**
 * `send` resolves to what came of it, or to `undefined` at once where it is the same tap again: while another is under
 * way, and when the same was done a moment ago. `status`, `answer` and `error` tell how the last one stands; `reset`
 * forgets it.
 */
export function useMoneyMutation<C extends MoneyCall>(write: MoneyMutation<C>) {
  const [run, { data: answer, error, isLoading, originalArgs, reset }] = write.endpoint.useMutation();
  const isChecking = useAppSelector((state) => selectIsChecking(state, originalArgs?.attempt));
  const last = useRef<Tap>(undefined);

  const send = useCallback(
    async (wish: PendingRequestOf<C>): Promise<WriteResult<C> | undefined> => {
      const print = JSON.stringify(wish);
      if (isSameTap(last.current, print)) return undefined;
      last.current = { print, state: 'sending' };
      const outcome = (await run({ wish, attempt: newRequestId() })) as WriteResult<C>;
      last.current = { print, state: outcome.error === undefined ? 'done' : 'failed', atMs: performance.now() };
      return outcome;
    },
    [run],
  );

  const ended = answer === undefined ? 'idle' : 'done';
  const failed = error === undefined ? ended : 'failed';
  const status: WriteStatus = isLoading ? (isChecking ? 'checking' : 'sending') : failed;
  return { send, status, isSending: isLoading, answer, error: error as AppError | undefined, reset } as const;
}

function isSameTap(last: Tap | undefined, print: string): boolean {
  if (last?.state !== 'done') return last?.state === 'sending';
  return last.print === print && performance.now() - (last.atMs ?? 0) < SAME_TAP_MS;
}
