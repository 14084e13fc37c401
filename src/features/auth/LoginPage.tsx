import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLogInMutation } from '../../domain/session/sessionApi.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { AddressField } from './AddressField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { forgetAuthDraft, useAuthDraft, type AuthDraft } from './authDraft.ts';
import { loginErrors } from './authRules.ts';
import { useAuthForm } from './useAuthForm.ts';

/** Login (specification, section 2). Leads back to `backpage`. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [logIn] = useLogInMutation();

  const send = useCallback(
    async ({ kind, callingCode, password }: AuthDraft, address: string) => {
      await logIn({ kind, callingCode, address, password }).unwrap();
      forgetAuthDraft();
      void navigate(pathAfterLogin(search), { replace: true });
    },
    [logIn, navigate, search],
  );
  const { texts, isSending, submit, form } = useAuthForm({ check: loginErrors, send });
  const back = backQueryOf(search);

  return (
    <AuthPage
      title={t('login.title')}
      form={form}
      action={t('login.action')}
      isSending={isSending}
      onSubmit={() => void submit()}
      error={texts.form}
      footer={
        <>
          <Link to={paths.register(back)}>{t('login.toRegister')}</Link>
          <Link to={paths.forgetPassword(back)}>{t('login.toForget')}</Link>
        </>
      }
    >
      <AddressField error={texts.address} />
      <PasswordField
        label={t('password.label')}
        name="password"
        value={draft.password}
        onValueChange={(password) => change({ password })}
        error={texts.password}
      />
    </AuthPage>
  );
}
