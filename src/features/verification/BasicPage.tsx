import { useTranslation } from 'react-i18next';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { BasicForm } from './BasicForm.tsx';
import { isOpenForSubmission } from './levels.ts';
import { LevelStatus } from './LevelStatus.tsx';
import { VerificationSteps } from './VerificationSteps.tsx';
import { WithIdentity } from './WithIdentity.tsx';

/** Basic verification: its form, and what became of it. */
export function BasicPage() {
  const { t } = useTranslation('verification');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('basic.title')} onBack={back} />}>
      <WithIdentity>
        {(identity) =>
          isOpenForSubmission(identity.basic.status) ? (
            <>
              <VerificationSteps identity={identity} />
              <BasicForm identity={identity} />
            </>
          ) : (
            <LevelStatus name="basic" identity={identity} />
          )
        }
      </WithIdentity>
    </Page>
  );
}
