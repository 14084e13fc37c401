/** A form of the login pages: checks what was typed, sends it once, and puts what is wrong beside its field. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CodedError } from '@halyard/contract/errors';
import { isCodedError } from '@halyard/contract/rules/account';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { currentAuthDraft, type AuthDraft } from './authDraft.ts';
import { addressOf, fieldOfCode, type AuthErrors, type AuthField } from './authRules.ts';

type AuthFormOptions = {
  readonly check: (draft: AuthDraft, address: string | CodedError) => AuthErrors;
  /** Throws an {@link AppError} when the server refuses. */
  readonly send: (draft: AuthDraft, address: string) => Promise<void>;
};

type Texts = Readonly<Partial<Record<AuthField, string>>>;

/** `texts` holds what is wrong, in words, by field; `submit` does nothing while an earlier one is under way. */
export function useAuthForm({ check, send }: AuthFormOptions) {
  const [texts, setTexts] = useState<Texts>({});
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  // After the fields are marked: the first wrong one takes the focus, and a screen reader reads its error.
  useEffect(() => {
    if (Object.keys(texts).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
  }, [texts]);

  const submit = useCallback(async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    try {
      const draft = currentAuthDraft();
      const address = await addressOf(draft);
      const errors = check(draft, address);
      if (Object.keys(errors).length > 0 || isCodedError(address)) return setTexts(textsOf(errors));
      setTexts({});
      await send(draft, address);
    } catch (error) {
      const known: AppError = isAppError(error) ? error : { code: 'UNKNOWN' };
      setTexts({ [fieldOfCode(known.code)]: appErrorText(known) });
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }, [check, send]);

  return { texts, isSending, submit, form, fail: setTexts } as const;
}

function textsOf(errors: AuthErrors): Texts {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, errorText(error.code, error.params)]),
  );
}
