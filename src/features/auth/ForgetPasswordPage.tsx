import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHoldText } from '../../domain/security/useStepUp.ts';
import { useResetPasswordMutation } from '../../domain/session/sessionApi.ts';
import { useGetAppConfigQuery } from '../../domain/settings/settingsApi.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';
import { backQueryOf } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { AddressField, AuthPage } from './AuthPage.tsx';
import { useAuthDraft } from './authDraft.ts';
import { resetErrors, useAuthForm } from './useAuthForm.ts';
import { AddressCodeField, NewPasswordFields } from './NewPasswordFields.tsx';
import { SecondStep } from './secondStep.ts';

/**
 * Forgotten password: a code to the account's address, then a new password. Every session ends; the login page follows.
 */
export function ForgetPasswordPage() {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { search } = useLocation();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [resetPassword] = useResetPasswordMutation();

  const form = useAuthForm({
    check: resetErrors,
    send: ({ callingCode, code, password, passwordRepeat, secondFactor }, address) =>
      resetPassword({
        address,
        callingCode,
        code,
        password,
        passwordRepeat,
        ...(secondFactor !== '' && { secondFactor }),
      }),
    onDone: () => {
      showToast({ kind: 'success', text: noticeText('PASSWORD_CHANGED') });
      change({ code: '', password: '', passwordRepeat: '', secondFactor: '', secondStep: undefined });
      if (isHere.current) void navigate(paths.login(backQueryOf(search)), { replace: true });
    },
  });

  return (
    <AuthPage title={t('forget.title')} form={form} action={t('forget.action')}>
      <AddressField form={form} />
      <AddressCodeField purpose="forget" form={form} />
      <NewPasswordFields form={form} />
      {draft.secondStep !== undefined && <SecondStep form={form} />}
      <ResetEffects />
    </AuthPage>
  );
}

/** Effects of the reset. A legacy server sends no duration; a possible wait is mentioned all the same. */
function ResetEffects() {
  const { t } = useTranslation('auth');
  const { data: config } = useGetAppConfigQuery();
  const holdText = useHoldText('all');
  const waits = config === undefined ? t('forget.mayWait') : (holdText ?? '');
  return <Banner kind="warning" text={joinSentences([t('forget.loggedOut'), waits]).trim()} />;
}
