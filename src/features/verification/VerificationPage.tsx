import { useTranslation } from 'react-i18next';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { LevelCard } from './LevelCard.tsx';
import styles from './Verification.module.css';
import { VerificationSteps } from './VerificationSteps.tsx';
import { WithIdentity } from './WithIdentity.tsx';

/** Both levels of verification: what each needs, what it allows, how far it is (specification, sections 4 and 6). */
export function VerificationPage() {
  const { t } = useTranslation('verification');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
      <WithIdentity>
        {(identity) => (
          <div className={styles['stack']}>
            <VerificationSteps identity={identity} />
            <LevelCard name="basic" level={identity.basic} isReachable />
            <LevelCard name="advanced" level={identity.advanced} isReachable={identity.basic.status === 'verified'} />
            <p className={styles['note']}>{t('privacy')}</p>
          </div>
        )}
      </WithIdentity>
    </Page>
  );
}
