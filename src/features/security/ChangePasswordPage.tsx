import { useTranslation } from 'react-i18next';
import { NewPasswordField } from '../../domain/security/NewPasswordField.tsx';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { noticeText } from '../../shared/i18n/errorText.ts';
import { PasswordConfirm } from './PasswordConfirm.tsx';
import styles from './Security.module.css';
import { useChangePassword } from './useChangePassword.ts';

/** Another login password. What it does to other devices and to withdrawals is told before it is confirmed. */
export function ChangePasswordPage() {
  const { t } = useTranslation('security');
  const back = useBack();
  const user = useAppSelector(selectUser);
  const address = user?.email ?? user?.phone ?? '';
  const form = useChangePassword(() => {
    showToast({ kind: 'success', text: noticeText('LOGIN_PASSWORD_CHANGED') });
    back();
  });
  return (
    <Page header={<NavBar title={t('password.title')} onBack={back} />}>
      <form {...form.element} className={styles['stack']}>
        {/* Managers of passwords want to know whose it is. */}
        <input hidden readOnly autoComplete="username" value={address} />
        <PasswordField label={t('password.current')} name="current-password" {...form.field('current')} />
        <NewPasswordField label={t('password.new')} address={address} {...form.field('password')} />
        <PasswordField
          label={t('password.repeat')}
          name="new-password-repeat"
          autoComplete="new-password"
          {...form.field('repeat')}
        />
        <MoneyButton
          isSending={form.isSending}
          blockedReason={form.wait}
          error={form.isOpen ? t('password.open') : form.texts.form}
        >
          {t('password.action')}
        </MoneyButton>
      </form>
      <PasswordConfirm
        isOpen={form.isAsking}
        onOpenChange={form.setAsking}
        isConfirming={form.isSending}
        onConfirm={form.send}
      />
    </Page>
  );
}
