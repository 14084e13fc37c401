import { useEffect, useState } from 'react';
import type { CodePurpose } from '@halyard/contract/user/calls';
import { isCodedError } from '@halyard/contract/user/rules';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { SentCodeField } from '../../domain/security/SentCodeField.tsx';
import { useAuthDraft } from './authDraft.ts';
import { addressOf } from './authRules.ts';
import type { AuthForm } from './useAuthForm.ts';
import { useSendCode } from './useSendCode.ts';

/** The code that is mailed or texted, and the button that sends it. */
export function AddressCodeField({ purpose, form }: { purpose: CodePurpose; form: AuthForm }) {
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
      hasSent={sentTo === address || secondsLeft > 0}
      isSending={isSending}
      secondsLeft={secondsLeft}
      onSend={() => void press()}
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
