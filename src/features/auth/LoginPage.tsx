import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLogInMutation } from '../../domain/session/sessionApi.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { AddressField } from './AddressField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { forgetAuthDraft, useAuthDraft } from './authDraft.ts';
import { Brand } from './Brand.tsx';
import { loginErrors } from './authRules.ts';
import { LostFactor, SecondStep } from './secondStep.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { useAuthForm } from './useAuthForm.ts';
import { warnSessionNotPersisted } from './warnSessionNotPersisted.ts';

/** Login (specification, section 2). Leads back to `backpage`. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  const { draft } = useAuthDraft();
  const [logIn] = useLogInMutation();

  function leave(): void {
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
