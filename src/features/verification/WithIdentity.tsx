import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identity } from '@halyard/contract/identity/calls';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Steps } from '../../shared/ui/Steps.tsx';
import styles from './Verification.module.css';

/** Renders content that depends on the user's verification, live. */
export function WithIdentity({ children }: { children: (identity: Identity) => ReactNode }) {
  const { data: identity, error, refetch } = useGetIdentityQuery();
  if (identity !== undefined) return children(identity);
  if (error !== undefined) {
    return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
  }
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={180} />
        <Skeleton shape="block" height={180} />
      </div>
    </Loading>
  );
}

/** Progress of a verification: details, documents, done. */
export function VerificationSteps({ identity: { basic, advanced } }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const steps = [t('steps.details'), t('steps.documents'), t('steps.done')];
  const done = [basic, advanced].filter(({ status }) => status === 'verified').length;
  return <Steps label={t('steps.label')} steps={steps} current={done === 2 ? steps.length : done} />;
}
