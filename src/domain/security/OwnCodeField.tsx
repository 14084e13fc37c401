import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, noticeText } from '../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { CODE_WAIT_MS, useCodeWait } from '../../shared/time/useCodeWait.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { selectUser } from '../session/sessionSlice.ts';
import { SentCodeField } from './SentCodeField.tsx';
import { useSendOwnCodeMutation } from './securityApi.ts';
import { OWN_CODE_WAIT } from './useStepUp.ts';

type OwnCodeFieldProps = { value: string; onValueChange: (code: string) => void; error: string | undefined };

/** Field for a code sent to the user's own address, with the send button. Texts of the namespace `auth`. */
export function OwnCodeField({ value, onValueChange, error }: OwnCodeFieldProps) {
  const user = useAppSelector(selectUser);
  const { secondsLeft, wait } = useCodeWait(OWN_CODE_WAIT);
  const [sendCode, { isLoading }] = useSendOwnCodeMutation();
  const [hasSent, setHasSent] = useState(false);
  const [failure, setFailure] = useState<AppError>();

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
    <SentCodeField
      value={value}
      onValueChange={onValueChange}
      error={failure === undefined ? error : appErrorText(failure)}
      address={user?.email ?? user?.phone ?? ''}
      hasSent={hasSent || secondsLeft > 0}
      isSending={isLoading}
      secondsLeft={secondsLeft}
      onSend={() => void press()}
    />
  );
}

type StepUpFieldsProps = {
  password: Pick<ComponentProps<typeof PasswordField>, 'value' | 'onValueChange' | 'error'>;
  code: ComponentProps<typeof OwnCodeField>;
};

/** Login password and own code, at the end of a form that a stolen session alone must not send. */
export function StepUpFields({ password, code }: StepUpFieldsProps) {
  const { t } = useTranslation('auth');
  const user = useAppSelector(selectUser);
  return (
    <>
      {/* Password managers need the account name. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? user?.phone ?? ''} />
      <PasswordField label={t('owner.password')} name="login-password" {...password} />
      <OwnCodeField {...code} />
    </>
  );
}
