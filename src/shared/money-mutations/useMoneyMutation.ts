/** Sends a money mutation from a form: one effect, however often the button is pressed and the request is sent. */
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '@halyard/contract/call';
import type { AppError } from '../api/appError.ts';
import { newRequestId } from '../api/newRequestId.ts';
import { useAppSelector } from '../store/hooks.ts';
import type { MoneyCall, MoneyMutation, PendingRequestOf, WriteResult } from './moneyMutation.ts';
import { selectIsChecking } from './moneyMutationsSlice.ts';
import { onSettled } from './sendRequest.ts';

/** An identical request this soon after success is the same tap: the screen did not show the result yet. */
export const SAME_TAP_MS = 1000;

/** `checking`: the answer was lost, and the outcome is being determined. */
export type WriteStatus = 'idle' | 'sending' | 'checking' | 'done' | 'failed';

type Tap = {
  readonly fingerprint: string;
  readonly state: 'sending' | 'done' | 'failed';
  /** Time of the answer, by the page's clock. */
  readonly atMs?: number;
};

/** A request with an unknown outcome: its id, and what its form does with the outcome unless it has changed. */
type Open<C extends MoneyCall> = { readonly id: string; readonly settle?: (result: WriteResult<C>) => void };

/**
 * `send` resolves to the result, or to `undefined` at once for a repeated tap: while another request is under way, and
 * when the same one succeeded a moment ago. `status`, `answer` and `error` describe the last request. While its outcome
 * is unknown, the same request is sent again under its id. `reset` is for a form that changes afterwards: it clears
 * them, and a later outcome no longer concerns the form.
 */
export function useMoneyMutation<C extends MoneyCall>(mutation: MoneyMutation<C>) {
  const [run, { data: answer, error, isLoading, originalArgs, reset: clear }] = mutation.endpoint.useMutation();
  const isChecking = useAppSelector((state) => selectIsChecking(state, originalArgs?.attempt));
  const last = useRef<Tap>(undefined);
  const open = useRef(new Map<string, Open<C>>());

  const send = useCallback(
    async (request: PendingRequestOf<C>): Promise<WriteResult<C> | undefined> => {
      const fingerprint = mutation.fingerprint(request);
      if (isSameTap(last.current, fingerprint)) return undefined;
      last.current = { fingerprint, state: 'sending' };
      const openId = open.current.get(fingerprint)?.id;
      const result = (await run({ request, attempt: newRequestId(), openId })) as WriteResult<C>;
      const state = result.error === undefined ? 'done' : 'failed';
      vibrate(state);
      last.current = { fingerprint, state, atMs: performance.now() };
      if (state === 'done' && mutation.setsState === true) open.current.clear();
      open.current.delete(fingerprint);
      const id = result.error?.openId;
      if (id === undefined) return result;
      const settled = new Promise<WriteResult<C>>((settle) => open.current.set(fingerprint, { id, settle }));
      return { ...result, settled } as WriteResult<C>;
    },
    [mutation, run],
  );

  useEffect(
    () =>
      onSettled((id, outcome) => {
        const found = [...open.current].find(([, one]) => one.id === id);
        if (found === undefined) return;
        const [fingerprint, { settle }] = found;
        const isSending = last.current?.state === 'sending';
        // A request that is being sent again receives the outcome by itself.
        if (isSending && last.current?.fingerprint === fingerprint) return;
        open.current.delete(fingerprint);
        if (isSending) return;
        last.current = { fingerprint, state: 'data' in outcome ? 'done' : 'failed', atMs: performance.now() };
        if (settle === undefined) return;
        clear();
        settle(outcome as WriteResult<C>);
      }),
    [clear],
  );
  const reset = useCallback(() => {
    if (last.current?.state === 'sending') return;
    for (const [fingerprint, { id }] of open.current) open.current.set(fingerprint, { id });
    clear();
  }, [clear]);

  const ended = answer === undefined ? 'idle' : 'done';
  const failed = error === undefined ? ended : 'failed';
  const status: WriteStatus = isLoading ? (isChecking ? 'checking' : 'sending') : failed;
  return { send, status, isSending: isLoading, answer, error: error as AppError | undefined, reset } as const;
}

/**
 * The answer of a request, also if the app determines it later by itself; `undefined` if it failed. `notify` shows it,
 * unless the app has shown it by then.
 */
export async function answerOf<C extends MoneyCall>(
  sending: Promise<WriteResult<C> | undefined>,
  notify?: (answer: AnswerOf<C>) => void,
): Promise<AnswerOf<C> | undefined> {
  const result = await sending;
  if (result?.settled !== undefined) return (await result.settled).data;
  if (result?.data !== undefined) notify?.(result.data);
  return result?.data;
}

function isSameTap(last: Tap | undefined, fingerprint: string): boolean {
  if (last?.state !== 'done') return last?.state === 'sending';
  return last.fingerprint === fingerprint && performance.now() - (last.atMs ?? 0) < SAME_TAP_MS;
}

/** Message of a form after a lost answer, while the outcome is being determined. */
export function useCheckingText(status: WriteStatus): string | undefined {
  const { t } = useTranslation('forms');
  return status === 'checking' ? t('checking') : undefined;
}

/** Short vibrations for outcomes, where the device has them and motion is not reduced. */

const PATTERNS_MS = { done: [12], failed: [30, 50, 30] } as const;

function vibrate(outcome: keyof typeof PATTERNS_MS): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate?.(PATTERNS_MS[outcome]);
}
