import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordField } from '../../domain/security/NewPasswordField.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { useAuthDraft } from './authDraft.ts';
import type { AuthForm } from './useAuthForm.ts';

type NewPasswordFieldsProps = {
  form: AuthForm;
  /** Shown while it is typed, until its button hides it. */
  isShownFirst?: boolean;
};

/** A new password, repeated where it is not shown. */
export function NewPasswordFields({ form, isShownFirst = false }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth');
  const { draft, change } = useAuthDraft();
  const { kind, email, phone, password, passwordRepeat } = draft;
  const [isShown, setShown] = useState(isShownFirst);
  // A shown password needs no repetition.
  useEffect(() => {
    if (isShown && passwordRepeat !== password) change({ passwordRepeat: password });
  }, [isShown, password, passwordRepeat, change]);
  return (
    <>
      <NewPasswordField
        label={t('password.new')}
        address={kind === 'email' ? email : phone}
        isShownFirst={isShownFirst}
        onShownChange={(next) => {
          setShown(next);
          change({ passwordRepeat: '' });
        }}
        {...form.field('password')}
      />
      {!isShown && (
        <PasswordField
          label={t('password.repeat')}
          name="new-password-repeat"
          autoComplete="new-password"
          {...form.field('passwordRepeat')}
        />
      )}
    </>
  );
}
