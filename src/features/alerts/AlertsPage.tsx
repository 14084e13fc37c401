import { useTranslation } from 'react-i18next';
import { AlertList } from '../../domain/alerts/AlertList.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './AlertsPage.module.css';

/** The price alerts of all markets. They are set on the market's page, next to its price. */
export function AlertsPage() {
  const { t } = useTranslation('alerts');
  const empty = (
    <EmptyState
      text={t('empty')}
      action={
        <ButtonLink kind="ghost" size="small" to={paths.home()}>
          {t('markets')}
        </ButtonLink>
      }
    />
  );
  return (
    <Page header={<NavBar title={t('title')} />} isReading>
      <div className={styles['lists']}>
        <AlertList empty={empty} />
      </div>
    </Page>
  );
}
