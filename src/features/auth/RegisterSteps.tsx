import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '@halyard/contract/user/rules';
import { Steps } from '../../shared/ui/Steps.tsx';
import { useAuthDraft, type AuthDraft } from './authDraft.ts';

/** How far a registration is: the address with its code, the password, and what is agreed to. */
export function RegisterSteps() {
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
