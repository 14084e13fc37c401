import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodePurpose } from '@halyard/contract/calls/user';
import { CODE_LENGTH, isCodedError } from '@halyard/contract/rules/account';
import { Button } from '../../shared/ui/Button.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { TextField } from '../../shared/ui/TextField.tsx';
import { SandboxMessages } from '../../domain/sandbox/SandboxMessages.tsx';
import { useAuthDraft } from './authDraft.ts';
import { addressOf } from './authRules.ts';
import type { AuthForm } from './useAuthForm.ts';
import { useSendCode } from './useSendCode.ts';

/** The code that is mailed or texted, and the button that sends it. */
export function CodeField({ purpose, form }: { purpose: CodePurpose; form: AuthForm }) {
  const { t } = useTranslation('auth');
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

  const isWaiting = secondsLeft > 0;
  return (
    <TextField
      label={t('code.label')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={CODE_LENGTH}
      value={value}
      onValueChange={(code) => onValueChange(code.replaceAll(/\D/g, ''))}
      error={error}
      hint={<SandboxMessages address={address} hasSent={sentTo === address || isWaiting} onUse={onValueChange} />}
      end={
        <Button kind="quiet" size="small" disabled={isWaiting} isLoading={isSending} onClick={() => void press()}>
          {isWaiting ? t('code.again', { seconds: secondsLeft }) : t('code.send')}
        </Button>
      }
    />
  );
}

function useNormalAddress(): string {
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
