import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useOfferings } from '../../domain/launchpad/useOfferings.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { PagedList } from '../../shared/ui/PagedList.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { OfferingCard } from './OfferingCard.tsx';
import { OwnSubscriptions } from './OwnSubscriptions.tsx';
import styles from './Launchpad.module.css';

/** New coins that are offered, and what the user subscribed (specification, section 2); `view` says which. */
export function OfferingsPage() {
  const { t } = useTranslation('publication');
  const back = useBack();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const [query, setQuery] = useSearchParams();
  const view = isLoggedIn && query.get('view') === 'own' ? 'own' : 'offers';
  const help = (
    <span className={styles['rules']}>
      <ButtonLink kind="quiet" size="small" to={paths.helpDetail({ slug: 'new-coins' })}>
        {t('rules')}
      </ButtonLink>
    </span>
  );
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
      <div className={styles['tabs']}>
        <Tabs
          label={t('title')}
          value={view}
          onValueChange={(next) => setQuery({ view: next }, { replace: true })}
          end={help}
          items={[
            { value: 'offers', label: t('tab.offers'), content: <Offerings /> },
            ...(isLoggedIn ? [{ value: 'own' as const, label: t('tab.own'), content: <OwnSubscriptions /> }] : []),
          ]}
        />
      </div>
    </Page>
  );
}

function Offerings() {
  const { t } = useTranslation('publication');
  return (
    <PagedList
      label={t('tab.offers')}
      list={useOfferings()}
      renderItem={(offer) => <OfferingCard offer={offer} />}
      skeleton={<OfferingLoading />}
      empty={<EmptyState drawing="coins" text={t('none')} />}
    />
  );
}

function OfferingLoading() {
  return (
    <div className={styles['card']}>
      <Skeleton width="45%" height={24} />
      <Skeleton width="70%" />
      <Skeleton height={4} />
      <Skeleton width="60%" />
    </div>
  );
}
