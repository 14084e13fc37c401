import { useTranslation } from 'react-i18next';
import { NewPasswordField } from '../../domain/security/NewPasswordField.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { useAuthDraft } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

/** A new password and its repetition. */
export function NewPasswordFields({ form }: { form: AuthForm }) {
  const { t } = useTranslation('auth');
  const { kind, email, phone } = useAuthDraft().draft;
  return (
    <>
      <NewPasswordField
        label={t('password.new')}
        address={kind === 'email' ? email : phone}
        {...form.field('password')}
      />
      <PasswordField
        label={t('password.repeat')}
        name="new-password-repeat"
        autoComplete="new-password"
        {...form.field('passwordRepeat')}
      />
    </>
  );
}
