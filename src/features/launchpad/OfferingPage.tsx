import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { DAY_MS } from '@halyard/contract/time';
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

/** States in which an offering is no longer open. */
const OVER: readonly OfferingState[] = ['allotted', 'launched', 'withdrawn'];

/** One offering, by the query's `id`: its terms, state and allotment. */
export function OfferingPage() {
  const { t } = useTranslation('launchpad');
  const back = useBack();
  const id = useOfferingId();
  const { offering, error, retry } = useOffering(id);
  return (
    <Page
      header={<NavBar title={offering?.coin ?? t('title')} onBack={back} />}
      footer={
        offering === undefined || OVER.includes(offering.state) ? undefined : <ToSubscribing offering={offering} />
      }
    >
      {offering === undefined ? (
        <OfferingAbsent
          isNamed={id !== undefined}
          error={error}
          onRetry={() => void retry()}
          loading={<OfferingLoading />}
        />
      ) : (
        <Whole offering={offering} />
      )}
    </Page>
  );
}

function Whole({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const state = useOfferingState(offering);
  return (
    <div className={styles['page']}>
      <OfferingHead offering={offering} state={state} />
      {offering.withdrawReason !== null && <p>{t('withdrawn', { reason: offering.withdrawReason })}</p>}
      <OwnSubscriptions offerId={offering.id} />
      <OfferingFacts offering={offering} />
      <LockCalendar offering={offering} />
      <section className={styles['text']}>
        <h2>{t('about', { coin: offering.coin })}</h2>
        <p>{offering.introduction}</p>
        <h2>{t('source')}</h2>
        <p>{offering.source}</p>
        <h2>{t('risk.title')}</h2>
        <p>{t('risk.text')}</p>
      </section>
      {offering.allottedAt !== null && state !== 'closed' && <Allotment offering={offering} />}
    </div>
  );
}

function ToSubscribing({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const isStale = useIsStale();
  const state = useOfferingState(offering);
  if (state === 'open' && !isStale) {
    return <ButtonLink to={paths.publicationPurchase({ id: offering.id })}>{t('subscribe')}</ButtonLink>;
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

/** Dates from the start to the last day of the lock, and their export to the user's calendar. */
function LockCalendar({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { id, coin } = offering;
  const endMs = Date.parse(offering.endAt);
  const unlockMs = offering.unlockAt === null ? endMs + offering.lockDays * DAY_MS : Date.parse(offering.unlockAt);
  const days = [
    { key: 'start', atMs: Date.parse(offering.startAt) },
    { key: 'end', atMs: endMs },
    { key: 'online', atMs: Date.parse(offering.onlineAt) },
    { key: offering.unlockAt === null ? 'unlockAbout' : 'unlock', atMs: unlockMs },
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
