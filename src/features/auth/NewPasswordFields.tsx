import type { CodePurpose } from '@halyard/contract/user/calls';
import { isCodedError } from '@halyard/contract/user/rules';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordField } from '../../domain/security/NewPasswordField.tsx';
import { SentCodeField } from '../../domain/security/SentCodeField.tsx';
import { useSendMailCodeMutation, useSendTextCodeMutation } from '../../domain/session/sessionApi.ts';
import { type AppError, isAppError } from '../../shared/api/appError.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { CODE_WAIT_MS, useCodeWait } from '../../shared/time/useCodeWait.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useAuthDraft, currentAuthDraft } from './authDraft.ts';
import { addressOf, type AuthForm } from './useAuthForm.ts';

type NewPasswordFieldsProps = {
  form: AuthForm;
  /** Shown while it is typed, until its button hides it. */
  isShownFirst?: boolean;
};

/** A new password, repeated where it is not shown. */
export function NewPasswordFields({ form, isShownFirst = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { kind, email, phone, password, passwordRepeat } = draft;
  const [isShown, setShown] = useState(isShownFirst);
  // A shown password needs no repetition.
  useEffect(() => {
    if (isShown && passwordRepeat !== password) change({ passwordRepeat: password });
  }, [isShown, password, passwordRepeat, change]);
  return (
    <>
      <NewPasswordField
        label={t('password.new')}
        address={kind === 'email' ? email : phone}
        isShownFirst={isShownFirst}
        onShownChange={(next) => {
          setShown(next);
          change({ passwordRepeat: '' });
        }}
        {...form.field('password')}
      />
      {!isShown && (
        <PasswordField
          label={t('password.repeat')}
          name="new-password-repeat"
          autoComplete="new-password"
          {...form.field('passwordRepeat')}
        />
      )}
    </>
  );
}

type AddressCodeFieldProps = {
  purpose: CodePurpose;
  form: AuthForm;
  /** A code was sent on an earlier step. */
  isSent?: boolean;
};

/** Field for the mailed or texted code, with the send button. */
export function AddressCodeField({ purpose, form, isSent = false }: AddressCodeFieldProps) {
  const { value, onValueChange, error } = form.field('code');
  const address = useNormalAddress();
  const { secondsLeft, isSending, send } = useSendCode(purpose, address);
  const [sentTo, setSentTo] = useState<string>();

  async function press(): Promise<void> {
    const failure = await send();
    const isRefused = form.refuse(failure === undefined ? {} : { [failure.field]: failure.error });
    if (isRefused) return;
    setSentTo(address);
    showToast({ kind: 'success', text: noticeText('CODE_SENT') });
  }

  return (
    <SentCodeField
      value={value}
      onValueChange={onValueChange}
      error={error}
      address={address}
      isAddressShown
      hasSent={isSent || sentTo === address || secondsLeft > 0}
      isSending={isSending}
      secondsLeft={secondsLeft}
      onSend={() => void press()}
    />
  );
}

/** The draft's address in stored form; empty while it has an error. */
export function useNormalAddress(): string {
  const { draft } = useAuthDraft();
  const [address, setAddress] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void addressOf(draft).then((result) => {
      if (isCurrent) setAddress(isCodedError(result) ? '' : result);
    });
    return () => {
      isCurrent = false;
    };
  }, [draft]);
  return address;
}

/** Sends a code; the wait before another one survives a reload. */
type Failure = { readonly field: 'address' | 'code'; readonly error: AppError };

/** `secondsLeft` counts down to 0 for the address `shown`, in stored form; `send` returns the error, or nothing. */
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
