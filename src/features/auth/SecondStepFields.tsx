import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { askPasskey, hasPasskeys } from '../../domain/security/passkeyDevice.ts';
import { useAskPasskeyLoginMutation } from '../../domain/session/passkeyLoginApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { CodeField } from '../../shared/ui/CodeField.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Auth.module.css';
import { useAuthDraft } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

type SecondStepProps = {
  form: AuthForm;
  /** Whether to offer help to users with neither app nor code. */
  canBeLost?: boolean;
};

/** The authenticator app's digits or a recovery code, after the right password. */
export function SecondStepFields({ form, canBeLost = false }: SecondStepProps) {
  const { t } = useTranslation('auth');
  const { change } = useAuthDraft();
  const { isApp, has } = useSecondStep();
  const answerWithPasskey = usePasskeyAnswer(form);
  const go = (secondStep: 'app' | 'recovery' | 'lost') => {
    form.setFault('secondFactor', undefined);
    change({ secondStep, secondFactor: '' });
  };
  return (
    <>
      <p className={styles['note']} role="status">
        {t('second.explain')}
      </p>
      <TypedStep form={form} />
      <div className={styles['ways']}>
        {has(isApp ? 'recovery' : 'totp') && (
          <Button kind="quiet" size="small" onClick={() => go(isApp ? 'recovery' : 'app')}>
            {t(isApp ? 'second.useRecovery' : 'second.useApp')}
          </Button>
        )}
        {has('passkey') && hasPasskeys() && (
          <Button kind="quiet" size="small" onClick={() => void answerWithPasskey()}>
            {t('second.usePasskey')}
          </Button>
        )}
        {canBeLost && (
          <Button kind="quiet" size="small" onClick={() => go('lost')}>
            {t('second.lost')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The input of the step; none when the account has neither an app nor codes. */
function TypedStep({ form }: Pick<SecondStepProps, 'form'>) {
  const { t } = useTranslation('auth');
  const { isApp, has } = useSecondStep();
  const { value, onValueChange, error } = form.field('secondFactor');
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is gone, so the input takes the focus.
  useEffect(() => field.current?.focus(), [isApp]);
  if (isApp && !has('totp')) {
    return (
      <p className={styles['formError']} role="alert">
        {error}
      </p>
    );
  }
  return isApp ? (
    <CodeField
      key="app"
      label={t('second.code')}
      name="totp"
      ref={field}
      value={value.startsWith('{') ? '' : value}
      onValueChange={onValueChange}
      error={error}
    />
  ) : (
    <TextField
      key="recovery"
      label={t('second.recovery')}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      ref={field}
      maxLength={32}
      value={value}
      onValueChange={onValueChange}
      error={error}
    />
  );
}

/** Whether the app is requested, and the account's methods: all of them while unknown. */
function useSecondStep() {
  const { secondStep, secondMethods } = useAuthDraft().draft;
  const has = (method: StepUpMethodName) => secondMethods === '' || secondMethods.split(',').includes(method);
  return { isApp: secondStep !== 'recovery', has } as const;
}

/** Answers the second step with a passkey. */
function usePasskeyAnswer(form: AuthForm) {
  const [ask] = useAskPasskeyLoginMutation();
  const { onValueChange } = form.field('secondFactor');
  const isHere = useIsHere();
  return async (): Promise<void> => {
    const asked = await ask();
    const answer = asked.data === undefined ? { error: asked.error as AppError } : await askPasskey(asked.data);
    if (answer.error !== undefined) form.refuse({ secondFactor: answer.error });
    // Typed values are dropped when the user leaves the page.
    if (answer.passkey === undefined || !isHere.current) return;
    onValueChange(answer.passkey);
    form.send();
  };
}
