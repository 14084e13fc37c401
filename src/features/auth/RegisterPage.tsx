import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CODE_LENGTH } from '@halyard/contract/user/rules';
import { useLogInMutation, useRegisterUserMutation } from '../../domain/session/sessionApi.ts';
import { backQueryOf, pathAfterLogin } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Checkbox } from '../../shared/ui/Checkbox.tsx';
import { Steps } from '../../shared/ui/Steps.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { AddressField } from './AddressField.tsx';
import styles from './Auth.module.css';
import { AuthPage } from './AuthPage.tsx';
import { type AuthDraft, currentAuthDraft, forgetAuthDraft, useAuthDraft } from './authDraft.ts';
import { registerErrors } from './authRules.ts';
import { Brand } from './Brand.tsx';
import { AddressCodeField } from './AddressCodeField.tsx';
import { forgetInvitation, savedInvitation, saveInvitation } from './savedInvitation.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { useAuthForm } from './useAuthForm.ts';
import { warnSessionNotPersisted } from './warnSessionNotPersisted.ts';

/** Registration. Logs in afterwards and continues to `backpage`. */
export function RegisterPage() {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [registerUser] = useRegisterUserMutation();
  const [logIn] = useLogInMutation();
  useInvitationFromLink(search);

  const form = useAuthForm({
    check: registerErrors,
    send: async ({ kind, callingCode, code, password, passwordRepeat, invitationCode }, address) => {
      const invitation = invitationCode.trim() === '' ? {} : { invitationCode: invitationCode.trim() };
      const user = { kind, callingCode, address, password };
      const registered = await registerUser({ ...user, code, passwordRepeat, ...invitation });
      return registered.error === undefined ? logIn(user) : registered;
    },
    onDone: () => {
      forgetAuthDraft();
      forgetInvitation();
      warnSessionNotPersisted();
      void navigate(pathAfterLogin(search), { replace: true });
    },
  });

  return (
    <AuthPage
      title={t('register.title')}
      head={
        <>
          <Brand isLow />
          <RegisterSteps />
        </>
      }
      form={form}
      action={t('register.action')}
      footer={<Link to={paths.login(backQueryOf(search))}>{t('register.toLogin')}</Link>}
    >
      <AddressField form={form} />
      <AddressCodeField purpose="register" form={form} />
      <NewPasswordFields form={form} />
      <TextField
        label={t('register.invitation')}
        name="invitation"
        autoComplete="off"
        autoCapitalize="none"
        {...form.field('invitationCode')}
      />
      <Checkbox
        label={t('register.agree')}
        isChecked={draft.isAgreed}
        onCheckedChange={(isAgreed) => change({ isAgreed })}
        error={form.texts.agreement}
      />
      <TermsLinks />
    </AuthPage>
  );
}

/** Links to the agreements; the form is preserved on return. */
function TermsLinks() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles['links']}>
      <Link to={paths.userAgreement()}>{t('titles.userAgreement')}</Link>
      <Link to={paths.privacy()}>{t('titles.privacy')}</Link>
    </div>
  );
}

/** Stores the invitation code of a link (`?code=`) for later; an already typed code stays. */
function useInvitationFromLink(search: string): void {
  const { change } = useAuthDraft();
  useEffect(() => {
    const linked = new URLSearchParams(search).get('code')?.slice(0, 32);
    if (linked !== undefined) saveInvitation(linked);
    const code = linked ?? savedInvitation();
    if (code !== undefined && currentAuthDraft().invitationCode === '') change({ invitationCode: code });
  }, [search, change]);
}

/** Progress of a registration: address and code, password, agreement. */
function RegisterSteps() {
  const { t } = useTranslation('auth');
  const { draft } = useAuthDraft();
  const steps = [t('register.steps.address'), t('register.steps.password'), t('register.steps.agree')];
  return <Steps label={t('register.steps.label')} steps={steps} current={stepOf(draft)} />;
}

function stepOf({ code, password, passwordRepeat, isAgreed }: AuthDraft): number {
  if (code.length < CODE_LENGTH) return 0;
  if (password === '' || password !== passwordRepeat) return 1;
  return isAgreed ? 3 : 2;
}
