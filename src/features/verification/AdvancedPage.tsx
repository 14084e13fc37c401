import { useTranslation } from 'react-i18next';
import type { Identity } from '@halyard/contract/identity/calls';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { AdvancedForm } from './AdvancedForm.tsx';
import { isOpenForSubmission } from './levels.ts';
import { LevelStatus } from './LevelStatus.tsx';
import { VerificationSteps } from './VerificationSteps.tsx';
import { WithIdentity } from './WithIdentity.tsx';

/** Advanced verification: its pictures, and what became of them; before the basic level is passed, the way to that. */
export function AdvancedPage() {
  const { t } = useTranslation('verification');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('advanced.title')} onBack={back} />}>
      <WithIdentity>{(identity) => <Advanced identity={identity} />}</WithIdentity>
    </Page>
  );
}

function Advanced({ identity }: { identity: Identity }) {
  const { t } = useTranslation('verification');
  const { basic, advanced } = identity;
  if (!isOpenForSubmission(advanced.status)) return <LevelStatus name="advanced" identity={identity} />;
  if (basic.status === 'verified') {
    return (
      <>
        <VerificationSteps identity={identity} />
        <AdvancedForm level={advanced} />
      </>
    );
  }
  return (
    <EmptyState
      text={errorText('BASIC_REQUIRED')}
      action={<ButtonLink to={paths.verificationBasic()}>{t('basic.title')}</ButtonLink>}
    />
  );
}
