import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { useOffering, useOfferingState } from '../../domain/launchpad/useOfferings.ts';
import { calendarFile } from '../../shared/files/calendarFile.ts';
import { saveFile } from '../../shared/format/saveFile.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { Allotment } from './Allotment.tsx';
import { OfferingFacts, OfferingHead } from './OfferingFacts.tsx';
import { OfferingAbsent, useOfferingId } from './OfferingAbsent.tsx';
import { OwnSubscriptions } from './OwnSubscriptions.tsx';
import styles from './Launchpad.module.css';

const DAY_MS = 86_400_000;

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

/** What happens when, from the start to the last day of the lock; and the same for the user's own calendar. */
function LockCalendar({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const format = useFormat();
  const { id, coin } = offer;
  const endMs = Date.parse(offer.endAt);
  const unlockMs = offer.unlockAt === null ? endMs + offer.lockDays * DAY_MS : Date.parse(offer.unlockAt);
  const days = [
    { key: 'start', atMs: Date.parse(offer.startAt) },
    { key: 'end', atMs: endMs },
    { key: 'online', atMs: Date.parse(offer.onlineAt) },
    { key: offer.unlockAt === null ? 'unlockAbout' : 'unlock', atMs: unlockMs },
  ] as const;
  const save = async () => {
    const events = days.map(({ key, atMs }) => ({
      id: `offer-${id}-${key}`,
      atMs,
      title: `${coin}: ${t(`calendar.${key}`)}`,
    }));
    const saved = await saveFile(calendarFile(events), `${coin}.ics`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <section>
      <span className={styles['line']}>
        <h2 className={styles['h2']}>{t('calendar.title')}</h2>
        <Button kind="quiet" size="small" onClick={() => void save()}>
          <CalendarPlus aria-hidden />
          {t('calendar.save')}
        </Button>
      </span>
      <ol className={styles['calendar']}>
        {days.map(({ key, atMs }) => (
          <li key={key} className={styles['line']}>
            <span className={styles['soft']}>{t(`calendar.${key}`)}</span>
            <time dateTime={new Date(atMs).toISOString()}>{format.moment(atMs, 'dateMinute')}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
