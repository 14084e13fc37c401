import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { useOfferings, useOfferingState } from '../../domain/launchpad/offeringsApi.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PagedList } from '../../shared/ui/InfiniteList.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import { OfferingFigures, SubscribedBar } from './SubscribedBar.tsx';
import { OwnSubscriptions } from './OwnSubscriptions.tsx';
import styles from './Launchpad.module.css';

/** Open offerings and the user's subscriptions; `view` selects the list. */
export function OfferingsPage() {
  const { t } = useTranslation('launchpad');
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
    <Page header={<NavBar title={t('title')} />} isWide>
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
  const { t } = useTranslation('launchpad');
  return (
    <PagedList
      label={t('tab.offers')}
      list={useOfferings()}
      renderItem={(offering) => <OfferingCard offering={offering} />}
      skeleton={<OfferingLoading />}
      empty={<EmptyState drawing="coins" text={t('none')} />}
    />
  );
}

function OfferingLoading() {
  return (
    <div className={styles['card']}>
      <Skeleton width="45%" height={24} />
      <Skeleton shape="block" height={84} />
      <Skeleton width="60%" />
      <Skeleton height={4} />
    </div>
  );
}

/** An offering in the list: coin, state, key figures, and subscribed amount. */
function OfferingCard({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const state = useOfferingState(offering);
  return (
    <Link to={paths.publication({ id: offering.id })} className={styles['card']}>
      <span className={styles['line']}>
        <span className={styles['coin']}>
          <CoinIcon symbol={offering.coin} size="small" />
          <b>{offering.coin}</b>
          <Chip tone={state === 'open' ? 'accent' : 'neutral'}>{t(`state.${state}`)}</Chip>
        </span>
        <ChevronRight aria-hidden className={styles['chevron']} />
      </span>
      <OfferingFigures offering={offering} state={state} />
      {state === 'announced' ? (
        <p className={styles['line']}>
          <span className={styles['soft']}>{t('calendar.start')}</span>
          <time className={styles['figure']} dateTime={offering.startAt}>
            {format.moment(Date.parse(offering.startAt), 'dateMinute')}
          </time>
        </p>
      ) : (
        <SubscribedBar offering={offering} />
      )}
    </Link>
  );
}
