/** State of a login form: typed values are shared between the pages, and the address is converted to stored form. */
import { useRef } from 'react';
import type { CodedError } from '@halyard/contract/errors';
import { isCodedError } from '@halyard/contract/user/rules';
import { useForm } from '../../shared/forms/useForm.ts';
import { currentAuthDraft, useAuthDraft, type AuthDraft } from './authDraft.ts';
import { addressOf, fieldOfCode, type AuthErrors, type AuthField } from './authRules.ts';

type AuthFormOptions = {
  readonly check: (draft: AuthDraft, address: string | CodedError) => AuthErrors;
  /** Resolves with `undefined` when the form goes on with another step. */
  readonly send: (draft: AuthDraft, address: string) => Promise<{ readonly error?: unknown } | undefined>;
  readonly onDone: () => void;
};

export type AuthForm = ReturnType<typeof useAuthForm>;

/** Pages drop the draft themselves: one of them passes the address to the next. */
export function useAuthForm({ check, send, onDone }: AuthFormOptions) {
  const { draft, change } = useAuthDraft();
  const stored = useRef('');
  return useForm<Record<never, never>, AuthField, unknown, AuthDraft>({
    initial: {},
    draft: {
      value: draft,
      change: (next) => change(typeof next === 'function' ? next(currentAuthDraft()) : next),
      forget: () => undefined,
    },
    check: async (typed) => {
      try {
        const address = await addressOf(typed);
        if (!isCodedError(address)) stored.current = address;
        return check(typed, address);
      } catch {
        return { form: { code: 'SUBMIT_FAILED' } };
      }
    },
    fieldOf: ({ code }) => fieldOfCode(code),
    onRefused: ({ code, params }) => {
      const isFirst = code === 'SECOND_FACTOR_REQUIRED' && currentAuthDraft().secondStep === undefined;
      const secondMethods = String(params?.['methods'] ?? '');
      if (isFirst) change({ secondStep: 'app', secondFactor: '', secondMethods });
      return isFirst;
    },
    send: (typed) => send(typed, stored.current),
    onDone,
  });
}
