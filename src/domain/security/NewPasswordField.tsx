import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { APP_PASSWORD_LENGTH_MIN } from '@halyard/contract/user/rules';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './NewPasswordField.module.css';
import { usePasswordStrength } from './usePasswordStrength.ts';

const SHARES = { weak: 0.15, fair: 0.4, good: 0.7, strong: 1 } as const;

type NewPasswordFieldProps = Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'value' | 'onValueChange' | 'error'
> & {
  /** Whose password it is: a part of that in it makes it worse. */
  address: string;
};

/** A field for a new password: its rule before anything is typed, and in one word how good it is afterwards. */
export function NewPasswordField({ address, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('auth');
  const strength = usePasswordStrength(field.value, address);
  return (
    <div className={styles['field']}>
      <PasswordField
        name="new-password"
        autoComplete="new-password"
        // What is wrong says the rule itself.
        hint={field.error === undefined ? t('password.hint', { min: APP_PASSWORD_LENGTH_MIN }) : undefined}
        {...field}
      />
      {/* There from the start, so that a screen reader hears what comes into it. */}
      <div role="status" className={styles['strength']}>
        {strength !== undefined && (
          <>
            <Progress label={t('strength.label')} share={SHARES[strength]} />
            <span>{t(`strength.${strength}`)}</span>
          </>
        )}
      </div>
    </div>
  );
}
