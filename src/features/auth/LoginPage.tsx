import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { askPasskey, hasPasskeys } from '../../domain/security/passkeyDevice.ts';
import { useAskPasskeyLoginMutation, useLogInWithPasskeyMutation } from '../../domain/session/passkeyLoginApi.ts';
import { useLogInMutation } from '../../domain/session/sessionApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { AddressField, AuthPage, Brand } from './AuthPage.tsx';
import styles from './Auth.module.css';
import { forgetAuthDraft, useAuthDraft } from './authDraft.ts';
import { loginErrors, markNew, useAuthForm, warnSessionNotPersisted } from './useAuthForm.ts';
import { LostFactor, SecondStep } from './secondStep.ts';

/** Login. Continues to `backpage`. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { draft } = useAuthDraft();
  const [logIn] = useLogInMutation();

  function leave(): void {
    if (draft.isNew) dispatch(markNew);
    forgetAuthDraft();
    warnSessionNotPersisted();
    void navigate(pathAfterLogin(search), { replace: true });
  }
  const form = useAuthForm({
    check: loginErrors,
    send: ({ kind, callingCode, password, secondFactor }, address) =>
      logIn({ kind, callingCode, address, password, ...(secondFactor !== '' && { secondFactor }) }),
    onDone: leave,
  });
  const back = backQueryOf(search);
  if (draft.secondStep === 'lost') return <LostFactor />;
  if (draft.secondStep !== undefined) {
    return (
      <AuthPage title={t('login.title')} form={form} action={t('login.action')}>
        <SecondStep form={form} canBeLost />
      </AuthPage>
    );
  }

  return (
    <AuthPage
      title={t('login.title')}
      head={<Brand />}
      form={form}
      action={t('login.action')}
      otherWay={<PasskeyLogin onDone={leave} />}
      footer={
        <>
          <Link to={paths.register(back)}>{t('login.toRegister')}</Link>
          <Link to={paths.forgetPassword(back)}>{t('login.toForget')}</Link>
        </>
      }
    >
      <AddressField form={form} />
      <PasswordField label={t('password.label')} name="password" {...form.field('password')} />
    </AuthPage>
  );
}

/** Passkey login, where supported. Cancelling shows no error. */
function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth');
  const [ask] = useAskPasskeyLoginMutation();
  const [logIn] = useLogInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  if (!hasPasskeys()) return null;

  async function enter(): Promise<void> {
    setBusy(true);
    setFailed(undefined);
    const { error, isIn } = await tryPasskey();
    setBusy(false);
    if (error !== undefined) setFailed(appErrorText(error));
    if (isIn) onDone();
  }

  async function tryPasskey(): Promise<{ readonly error?: AppError | undefined; readonly isIn: boolean }> {
    const asked = await ask();
    if (asked.data === undefined) return { error: asked.error as AppError, isIn: false };
    const { passkey, error } = await askPasskey(asked.data);
    if (passkey === undefined) return { error, isIn: false };
    const entered = await logIn(passkey);
    return { error: entered.error as AppError | undefined, isIn: entered.error === undefined };
  }

  return (
    <div className={styles['passkey']}>
      <Button kind="ghost" isLoading={isBusy} onClick={() => void enter()}>
        <Fingerprint aria-hidden />
        {t('login.passkey')}
      </Button>
      <p className={styles['formError']} role="alert">
        {failed}
      </p>
    </div>
  );
}
