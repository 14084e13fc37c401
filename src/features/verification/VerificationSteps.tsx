import { useTranslation } from 'react-i18next';
import type { Identity } from '@halyard/contract/identity/calls';
import { Steps } from '../../shared/ui/Steps.tsx';

/** How far an account is: the details of its user, his documents, and the end. */
export function VerificationSteps({ identity: { basic, advanced } }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const steps = [t('steps.details'), t('steps.documents'), t('steps.done')];
  const done = [basic, advanced].filter(({ status }) => status === 'verified').length;
  return <Steps label={t('steps.label')} steps={steps} current={done === 2 ? steps.length : done} />;
}
