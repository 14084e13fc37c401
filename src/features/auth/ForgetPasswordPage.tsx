import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useResetPasswordMutation } from '../../domain/session/sessionApi.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { backQueryOf } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { AddressField } from './AddressField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { useAuthDraft, type AuthDraft } from './authDraft.ts';
import { resetErrors } from './authRules.ts';
import { CodeField } from './CodeField.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { useAuthForm } from './useAuthForm.ts';

/** Forgotten password: a code to the account's address, then a new password. Every session ends; the login page follows. */
export function ForgetPasswordPage() {
  const { t } = useTranslation('auth');
  const { change } = useAuthDraft();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [resetPassword] = useResetPasswordMutation();

  const send = useCallback(
    async ({ callingCode, code, password, passwordRepeat }: AuthDraft, address: string) => {
      await resetPassword({ address, callingCode, code, password, passwordRepeat }).unwrap();
      showToast({ kind: 'success', text: noticeText('PASSWORD_CHANGED') });
      change({ code: '', password: '', passwordRepeat: '' });
      void navigate(paths.login(backQueryOf(search)), { replace: true });
    },
    [resetPassword, change, navigate, search],
  );
  const { texts, isSending, submit, form, fail } = useAuthForm({ check: resetErrors, send });

  return (
    <AuthPage
      title={t('forget.title')}
      form={form}
      action={t('forget.action')}
      isSending={isSending}
      onSubmit={() => void submit()}
      error={texts.form}
    >
      <AddressField error={texts.address} />
      <CodeField purpose="forget" error={texts.code} onFailure={fail} />
      <NewPasswordFields error={texts.password} repeatError={texts.passwordRepeat} />
    </AuthPage>
  );
}
