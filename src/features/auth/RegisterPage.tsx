import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useLogInMutation, useRegisterUserMutation } from '../../domain/session/sessionApi.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Checkbox } from '../../shared/ui/Checkbox.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { AddressField } from './AddressField.tsx';
import { AuthPage } from './AuthPage.tsx';
import { currentAuthDraft, forgetAuthDraft, useAuthDraft, type AuthDraft } from './authDraft.ts';
import { registerErrors } from './authRules.ts';
import { CodeField } from './CodeField.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { useAuthForm } from './useAuthForm.ts';

/** Registration (specification, sections 2 and 5). Logs in afterwards and leads on to `backpage`. */
export function RegisterPage() {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [registerUser] = useRegisterUserMutation();
  const [logIn] = useLogInMutation();
  useInvitationFromLink(search);

  const send = useCallback(
    async ({ kind, callingCode, code, password, passwordRepeat, invitationCode }: AuthDraft, address: string) => {
      const invitation = invitationCode.trim() === '' ? {} : { invitationCode: invitationCode.trim() };
      await registerUser({ kind, callingCode, address, code, password, passwordRepeat, ...invitation }).unwrap();
      await logIn({ kind, callingCode, address, password }).unwrap();
      forgetAuthDraft();
      void navigate(pathAfterLogin(search), { replace: true });
    },
    [registerUser, logIn, navigate, search],
  );
  const { texts, isSending, submit, form, fail } = useAuthForm({ check: registerErrors, send });

  return (
    <AuthPage
      title={t('register.title')}
      form={form}
      action={t('register.action')}
      isSending={isSending}
      onSubmit={() => void submit()}
      error={texts.form}
      footer={<Link to={paths.login(backQueryOf(search))}>{t('register.toLogin')}</Link>}
    >
      <AddressField error={texts.address} />
      <CodeField purpose="register" error={texts.code} onFailure={fail} />
      <NewPasswordFields error={texts.password} repeatError={texts.passwordRepeat} />
      <TextField
        label={t('register.invitation')}
        name="invitation"
        autoComplete="off"
        autoCapitalize="none"
        value={draft.invitationCode}
        onValueChange={(invitationCode) => change({ invitationCode })}
        error={texts.invitationCode}
      />
      <Checkbox
        label={t('register.agree')}
        isChecked={draft.isAgreed}
        onCheckedChange={(isAgreed) => change({ isAgreed })}
        error={texts.agreement}
      />
    </AuthPage>
  );
}

/** An invitation link carries its code as `?code=`; what was typed already is kept. */
function useInvitationFromLink(search: string): void {
  const { change } = useAuthDraft();
  useEffect(() => {
    const code = new URLSearchParams(search).get('code');
    if (code !== null && currentAuthDraft().invitationCode === '') change({ invitationCode: code.slice(0, 32) });
  }, [search, change]);
}
