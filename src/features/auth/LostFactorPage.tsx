import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCodeForm, isCodedError } from '@halyard/contract/user/rules';
import { useRequestFactorResetMutation, useSendFactorResetCodeMutation } from '../../domain/security/factorsApi.ts';
import { SentCodeField } from '../../domain/security/SentCodeField.tsx';
import { isAppError, type AppError } from '../../shared/api/appError.ts';
import { appErrorText, noticeText } from '../../shared/i18n/errorText.ts';
import { CODE_WAIT_MS, useCodeWait } from '../../shared/time/useCodeWait.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Auth.module.css';
import { AuthPage } from './AuthPage.tsx';
import { currentAuthDraft, useAuthDraft } from './authDraft.ts';
import { useNormalAddress } from './NewPasswordFields.tsx';
import { addressOf, useAuthForm } from './useAuthForm.ts';

/** Storage key of the wait before another code. */
const WAIT = 'factor-reset-wait';

/** Requests the removal of the second factors, with the typed password and a code to the own address. */
export function LostFactorPage() {
  const { t } = useTranslation('auth');
  const { change } = useAuthDraft();
  const [request] = useRequestFactorResetMutation();
  const form = useAuthForm({
    check: ({ code }) => {
      const fault = checkCodeForm(code);
      return fault === undefined ? {} : { code: fault };
    },
    send: ({ kind, callingCode, password, code }, address) => request({ kind, callingCode, address, password, code }),
    onDone: () => {
      showToast({ kind: 'success', text: noticeText('FACTOR_RESET_REQUESTED') });
      change({ code: '', password: '', secondFactor: '', secondStep: undefined });
    },
  });
  return (
    <AuthPage
      title={t('lost.title')}
      form={form}
      action={t('lost.action')}
      footer={
        <Button kind="quiet" size="small" onClick={() => change({ secondStep: 'app', code: '' })}>
          {t('second.useApp')}
        </Button>
      }
    >
      <p className={styles['note']}>{t('lost.explain')}</p>
      <ResetCodeField {...form.field('code')} />
    </AuthPage>
  );
}

type ResetCodeProps = { value: string; onValueChange: (code: string) => void; error: string | undefined };

function ResetCodeField({ value, onValueChange, error }: ResetCodeProps) {
  const { secondsLeft, wait } = useCodeWait(WAIT);
  const [sendCode, { isLoading }] = useSendFactorResetCodeMutation();
  const address = useNormalAddress();
  const [sentTo, setSentTo] = useState('');
  const [failure, setFailure] = useState<AppError>();

  async function press(): Promise<void> {
    setFailure(undefined);
    try {
      const { kind, callingCode, password } = currentAuthDraft();
      const to = await addressOf(currentAuthDraft());
      if (isCodedError(to)) return setFailure(to);
      await sendCode({ kind, callingCode, address: to, password }).unwrap();
      wait(CODE_WAIT_MS);
      setSentTo(to);
      showToast({ kind: 'success', text: noticeText('CODE_SENT') });
    } catch (cause) {
      setFailure(isAppError(cause) ? cause : { code: 'UNKNOWN' });
    }
  }

  return (
    <SentCodeField
      value={value}
      onValueChange={onValueChange}
      error={failure === undefined ? error : appErrorText(failure)}
      address={address}
      hasSent={sentTo !== '' && sentTo === address}
      isSending={isLoading}
      secondsLeft={secondsLeft}
      onSend={() => void press()}
    />
  );
}
