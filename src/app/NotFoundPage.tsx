import { useTranslation } from 'react-i18next';
import { paths } from '../shared/navigation/paths.ts';
import { useBack } from '../shared/navigation/useBack.ts';
import { ButtonLink } from '../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { NavBar } from '../shared/ui/NavBar.tsx';
import { Page } from '../shared/ui/Page.tsx';

/** Page of unknown addresses, with a link home. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('notFound.title')} onBack={back} />}>
      <EmptyState
        drawing="search"
        text={t('notFound.text')}
        action={<ButtonLink to={paths.home()}>{t('failed.home')}</ButtonLink>}
      />
    </Page>
  );
}
