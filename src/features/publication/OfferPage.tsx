import { useTranslation } from 'react-i18next';
import type { Offer, OfferState } from '@halyard/contract/calls/offers';
import { useOffer, useOfferState } from '../../domain/offers/useOffers.ts';
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
import { OfferFacts, OfferHead } from './OfferFacts.tsx';
import { OfferAbsent } from './OfferAbsent.tsx';
import { OwnSubscriptions } from './OwnSubscriptions.tsx';
import styles from './Publication.module.css';
import { useOfferId } from './useOfferId.ts';

/** Of what is over nobody expects that it can be subscribed. */
const OVER: readonly OfferState[] = ['allotted', 'launched', 'withdrawn'];

/** One offer of a new coin, by the `id` of the query: all its terms, how it stands, and how it was allotted. */
export function OfferPage() {
  const { t } = useTranslation('publication');
  const back = useBack();
  const id = useOfferId();
  const { offer, error, retry } = useOffer(id);
  return (
    <Page
      header={<NavBar title={offer?.coin ?? t('title')} onBack={back} />}
      footer={offer === undefined || OVER.includes(offer.state) ? undefined : <ToSubscribing offer={offer} />}
    >
      {offer === undefined ? (
        <OfferAbsent isNamed={id !== undefined} error={error} onRetry={() => void retry()} loading={<OfferLoading />} />
      ) : (
        <Whole offer={offer} />
      )}
    </Page>
  );
}

function Whole({ offer }: { offer: Offer }) {
  const { t } = useTranslation('publication');
  const state = useOfferState(offer);
  return (
    <div className={styles['page']}>
      <OfferHead offer={offer} state={state} />
      {offer.withdrawReason !== null && <p>{t('withdrawn', { reason: offer.withdrawReason })}</p>}
      <OwnSubscriptions offerId={offer.id} />
      <OfferFacts offer={offer} />
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

function ToSubscribing({ offer }: { offer: Offer }) {
  const { t } = useTranslation('publication');
  const isStale = useIsStale();
  const state = useOfferState(offer);
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

function OfferLoading() {
  return (
    <Loading>
      <div className={styles['page']}>
        <Skeleton shape="block" height={112} />
        <Skeleton shape="block" height={240} />
      </div>
    </Loading>
  );
}
