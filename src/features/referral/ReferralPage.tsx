import { useTranslation } from 'react-i18next';
import type { Invitation } from '@halyard/contract/referral/calls';
import { useInvitation } from '../../domain/referral/useReferral.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { CodeCard } from './CodeCard.tsx';
import { ReferralViews } from './ReferralViews.tsx';
import styles from './Referral.module.css';
import { Rates } from './Rates.tsx';
import { RebateFigures } from './RebateFigures.tsx';

/** Referral (specification, section 2): the own code, what it gives, and what came of it. */
export function ReferralPage() {
  const { t } = useTranslation(['promotion', 'shell']);
  const back = useBack();
  const { invitation, error, retry, asOfMs } = useInvitation();
  return (
    <Page header={<NavBar title={t('titles.promotion', { ns: 'shell' })} onBack={back} />}>
      {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {invitation === undefined && error === undefined && <ReferralLoading />}
      {invitation !== undefined && (
        <div className={styles['stack']}>
          <AsOf atMs={asOfMs} />
          {invitation.hidesIncentives ? <p className={styles['note']}>{t('hidden')}</p> : <Inviting {...invitation} />}
          <RebateFigures invitation={invitation} />
          <ReferralViews invitation={invitation} />
        </div>
      )}
    </Page>
  );
}

function Inviting(invitation: Invitation) {
  return (
    <>
      <CodeCard invitation={invitation} />
      <Rates invitation={invitation} />
    </>
  );
}

function ReferralLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={212} />
        <Skeleton shape="block" height={180} />
        <Skeleton shape="block" height={96} />
      </div>
    </Loading>
  );
}
