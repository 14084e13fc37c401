import { useTranslation } from 'react-i18next';
import { PASSWORD_LENGTH_MIN } from '@halyard/contract/rules/account';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import type { AuthForm } from './useAuthForm.ts';

/** A new password and its repetition. */
export function NewPasswordFields({ form }: { form: AuthForm }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        label={t('password.new')}
        name="new-password"
        autoComplete="new-password"
        hint={t('password.hint', { min: PASSWORD_LENGTH_MIN })}
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
