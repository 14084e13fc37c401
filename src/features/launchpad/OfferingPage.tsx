import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { useOffering, useOfferingState } from '../../domain/launchpad/useOfferings.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Allotment } from './Allotment.tsx';
import { LockCalendar } from './LockCalendar.tsx';
import { OfferingFacts, OfferingHead } from './OfferingFacts.tsx';
import { OfferingAbsent } from './OfferingAbsent.tsx';
import { OwnSubscriptions } from './OwnSubscriptions.tsx';
import styles from './Launchpad.module.css';
import { useOfferingId } from './useOfferingId.ts';

/** Of what is over nobody expects that it can be subscribed. */
const OVER: readonly OfferingState[] = ['allotted', 'launched', 'withdrawn'];

/** One offer of a new coin, by the `id` of the query: all its terms, how it stands, and how it was allotted. */
export function OfferingPage() {
  const { t } = useTranslation('publication');
  const back = useBack();
  const id = useOfferingId();
  const { offer, error, retry } = useOffering(id);
  return (
    <Page
      header={<NavBar title={offer?.coin ?? t('title')} onBack={back} />}
      footer={offer === undefined || OVER.includes(offer.state) ? undefined : <ToSubscribing offer={offer} />}
    >
      {offer === undefined ? (
        <OfferingAbsent
          isNamed={id !== undefined}
          error={error}
          onRetry={() => void retry()}
          loading={<OfferingLoading />}
        />
      ) : (
        <Whole offer={offer} />
      )}
    </Page>
  );
}

function Whole({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const state = useOfferingState(offer);
  return (
    <div className={styles['page']}>
      <OfferingHead offer={offer} state={state} />
      {offer.withdrawReason !== null && <p>{t('withdrawn', { reason: offer.withdrawReason })}</p>}
      <OwnSubscriptions offerId={offer.id} />
      <OfferingFacts offer={offer} />
      <LockCalendar offer={offer} />
      <section className={styles['text']}>
        <h2>{t('about', { coin: offer.coin })}</h2>
        <p>{offer.introduction}</p>
        <h2>{t('source')}</h2>
        <p>{offer.source}</p>
        <h2>{t('risk.title')}</h2>
        <p>{t('risk.text')}</p>
      </section>
      {offer.allottedAt !== null && state !== 'closed' && <Allotment offer={offer} />}
    </div>
  );
}

function ToSubscribing({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const isStale = useIsStale();
  const state = useOfferingState(offer);
  if (state === 'open' && !isStale) {
    return <ButtonLink to={paths.publicationPurchase({ id: offer.id })}>{t('subscribe')}</ButtonLink>;
  }
  return (
    <div className={styles['footer']}>
      <p className={styles['soft']}>{isStale ? t('stale') : t(`why.${state === 'open' ? 'closed' : state}`)}</p>
      <Button disabled>{t('subscribe')}</Button>
    </div>
  );
}

function OfferingLoading() {
  return (
    <Loading>
      <div className={styles['page']}>
        <Skeleton shape="block" height={112} />
        <Skeleton shape="block" height={240} />
      </div>
    </Loading>
  );
}
