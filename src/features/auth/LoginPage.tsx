import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLogInMutation } from '../../domain/session/sessionApi.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { AddressField } from './AddressField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { forgetAuthDraft } from './authDraft.ts';
import { loginErrors } from './authRules.ts';
import { useAuthForm } from './useAuthForm.ts';

/** Login (specification, section 2). Leads back to `backpage`. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const [logIn] = useLogInMutation();

  const form = useAuthForm({
    check: loginErrors,
    send: ({ kind, callingCode, password }, address) => logIn({ kind, callingCode, address, password }),
    onDone: () => {
      forgetAuthDraft();
      void navigate(pathAfterLogin(search), { replace: true });
    },
  });
  const back = backQueryOf(search);

  return (
    <AuthPage
      title={t('login.title')}
      form={form}
      action={t('login.action')}
      footer={
        <>
          <Link to={paths.register(back)}>{t('login.toRegister')}</Link>
          <Link to={paths.forgetPassword(back)}>{t('login.toForget')}</Link>
        </>
      }
    >
      <AddressField error={form.texts.address} />
      <PasswordField label={t('password.label')} name="password" {...form.field('password')} />
    </AuthPage>
  );
}
