/** Sending a code, with the wait before another may be asked for; the wait outlives a reload. */
import { useState } from 'react';
import type { CodePurpose } from '@halyard/contract/user/calls';
import { isCodedError } from '@halyard/contract/user/rules';
import { useSendMailCodeMutation, useSendTextCodeMutation } from '../../domain/session/sessionApi.ts';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { CODE_WAIT_MS, useCodeWait } from '../../shared/time/useCodeWait.ts';
import { currentAuthDraft } from './authDraft.ts';
import { addressOf } from './authRules.ts';

type Failure = { readonly field: 'address' | 'code'; readonly error: AppError };

/**
 * `secondsLeft` counts down to 0 for the address that is `shown`, as it is stored; `send` answers what is wrong, or
 * nothing.
 */
export function useSendCode(purpose: CodePurpose, shown: string) {
  const { secondsLeft, wait } = useCodeWait('code-wait', shown);
  const [isSending, setSending] = useState(false);
  const [sendMail] = useSendMailCodeMutation();
  const [sendText] = useSendTextCodeMutation();

  async function send(): Promise<Failure | undefined> {
    const draft = currentAuthDraft();
    const address = await addressOf(draft);
    if (isCodedError(address)) return { field: 'address', error: address };
    setSending(true);
    try {
      if (draft.kind === 'email') await sendMail({ address, purpose }).unwrap();
      else await sendText({ address: draft.phone, callingCode: draft.callingCode, purpose }).unwrap();
      wait(CODE_WAIT_MS, address);
      return undefined;
    } catch (error) {
      if (!isAppError(error)) return { field: 'code', error: { code: 'UNKNOWN' } };
      const seconds = error.code === 'RATE_LIMITED' ? error.params?.['seconds'] : undefined;
      if (typeof seconds === 'number') wait(seconds * 1000, address);
      return { field: 'code', error };
    } finally {
      setSending(false);
    }
  }

  return { secondsLeft, isSending, send } as const;
}
