import { useTranslation } from 'react-i18next';
import { PASSWORD_LENGTH_MIN } from '@halyard/contract/rules/account';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { useAuthDraft } from './authDraft.ts';

type NewPasswordFieldsProps = { error: string | undefined; repeatError: string | undefined };

/** A new password and its repetition. */
export function NewPasswordFields({ error, repeatError }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  return (
    <>
      <PasswordField
        label={t('password.new')}
        name="new-password"
        autoComplete="new-password"
        hint={t('password.hint', { min: PASSWORD_LENGTH_MIN })}
        value={draft.password}
        onValueChange={(password) => change({ password })}
        error={error}
      />
      <PasswordField
        label={t('password.repeat')}
        name="new-password-repeat"
        autoComplete="new-password"
        value={draft.passwordRepeat}
        onValueChange={(passwordRepeat) => change({ passwordRepeat })}
        error={repeatError}
      />
    </>
  );
}
