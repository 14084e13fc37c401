import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '@halyard/contract/rules/account';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, noticeText } from '../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { CODE_WAIT_MS, useCodeWait } from '../../shared/time/useCodeWait.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { SandboxMessages } from '../sandbox/SandboxMessages.tsx';
import { selectUser } from '../session/sessionSlice.ts';
import { useSendOwnCodeMutation } from './securityApi.ts';
import { OWN_CODE_WAIT } from './useOwnerProof.ts';

type OwnCodeFieldProps = { value: string; onValueChange: (code: string) => void; error: string | undefined };

/** A code to the user's own address, and the button that sends it. Texts: namespace `auth`. */
export function OwnCodeField({ value, onValueChange, error }: OwnCodeFieldProps) {
  const { t } = useTranslation('auth');
  const user = useAppSelector(selectUser);
  const { secondsLeft, wait } = useCodeWait(OWN_CODE_WAIT);
  const [sendCode, { isLoading }] = useSendOwnCodeMutation();
  const [hasSent, setHasSent] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const isWaiting = secondsLeft > 0;

  async function press(): Promise<void> {
    setFailure(undefined);
    try {
      await sendCode().unwrap();
      wait(CODE_WAIT_MS);
      setHasSent(true);
      showToast({ kind: 'success', text: noticeText('CODE_SENT') });
    } catch (cause) {
      if (!isAppError(cause)) return setFailure({ code: 'UNKNOWN' });
      const seconds = cause.code === 'RATE_LIMITED' ? cause.params?.['seconds'] : undefined;
      if (typeof seconds === 'number') wait(seconds * 1000);
      setFailure(cause);
    }
  }

  return (
    <TextField
      label={t('code.label')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={CODE_LENGTH}
      value={value}
      onValueChange={(code) => onValueChange(code.replaceAll(/\D/g, ''))}
      error={failure === undefined ? error : appErrorText(failure)}
      hint={
        <SandboxMessages
          address={user?.email ?? user?.phone ?? ''}
          hasSent={hasSent || isWaiting}
          onUse={onValueChange}
        />
      }
      end={
        <Button kind="quiet" size="small" disabled={isWaiting} isLoading={isLoading} onClick={() => void press()}>
          {isWaiting ? t('code.again', { seconds: secondsLeft }) : t('code.send')}
        </Button>
      }
    />
  );
}
