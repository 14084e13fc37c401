import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { selectUser } from '../session/sessionSlice.ts';
import { OwnCodeField } from './OwnCodeField.tsx';

type StepUpFieldsProps = {
  password: Pick<ComponentProps<typeof PasswordField>, 'value' | 'onValueChange' | 'error'>;
  code: ComponentProps<typeof OwnCodeField>;
};

/** Login password and own code, at the end of a form that a stolen session alone must not send. */
export function StepUpFields({ password, code }: StepUpFieldsProps) {
  const { t } = useTranslation('auth');
  const user = useAppSelector(selectUser);
  return (
    <>
      {/* Password managers need the account name. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? user?.phone ?? ''} />
      <PasswordField label={t('owner.password')} name="login-password" {...password} />
      <OwnCodeField {...code} />
    </>
  );
}
