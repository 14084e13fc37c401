import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity, IdentityLevel, IdentityStatus } from '@halyard/contract/identity/calls';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { FormLoading } from '../../shared/ui/FormLoading.tsx';
import { Steps } from '../../shared/ui/Steps.tsx';
import styles from './Verification.module.css';

type WithIdentityProps = {
  children: (identity: Identity) => ReactNode;
  /** Instead of a form. */
  loading?: ReactNode;
};

/** Renders content that depends on the user's verification, live. */
export function WithIdentity({ children, loading = <FormLoading /> }: WithIdentityProps) {
  const { data: identity, error, refetch } = useGetIdentityQuery();
  if (identity !== undefined) return children(identity);
  if (error !== undefined) {
    return <ErrorState error={error} onRetry={refetch} />;
  }
  return loading;
}

type VerificationStepsProps = { identity: Identity; level: LevelName };

/** Progress of a level: details or documents, review, done. */
export function VerificationSteps({ identity, level }: VerificationStepsProps) {
  const { t } = useTranslation('verification');
  const steps = [t(level === 'basic' ? 'steps.details' : 'steps.documents'), t('status.review'), t('steps.done')];
  const { status } = identity[level];
  const current = status === 'verified' ? steps.length : status === 'pending' ? 1 : 0;
  return <Steps label={t('steps.label')} steps={steps} current={current} />;
}

/** Why a level was rejected; nothing otherwise. */
export function RejectionNote({ level: { status, rejectReason } }: { level: IdentityLevel }) {
  const { t } = useTranslation('verification');
  if (status !== 'rejected') return null;
  return (
    <p className={styles['rejection']}>
      <CircleX aria-hidden />
      <span>
        {rejectReason === null ? t('rejection.plain') : t('rejection.reason', { reason: reasonText(rejectReason) })}
      </span>
    </p>
  );
}

export type LevelName = 'basic' | 'advanced';

/** The page of each level: form and review. */
export const LEVEL_PATHS: Readonly<Record<LevelName, () => string>> = {
  basic: paths.verificationBasic,
  advanced: paths.verificationAdvanced,
};

/** Drafts of an interrupted form: the fields in one, each picture in its own. */
export const LEVEL_DRAFTS = {
  basic: ['identity.basic'],
  advanced: ['identity.advanced.front', 'identity.advanced.back', 'identity.advanced.holding'],
} as const satisfies Readonly<Record<LevelName, readonly string[]>>;

/** Whether a level can be submitted now. */
export function isOpenForSubmission(status: IdentityStatus): boolean {
  return status === 'none' || status === 'rejected';
}
