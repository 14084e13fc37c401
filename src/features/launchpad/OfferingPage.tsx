import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Offering, OfferingState, Share } from '@halyard/contract/launchpad/calls';
import { coinsOf, coinUnits } from '@halyard/contract/launchpad/terms';
import { participantOf, verifyAllotment } from '@halyard/contract/launchpad/verifyAllotment';
import { useOffering, useOfferingState, useOwnShare, useShares } from '../../domain/launchpad/offeringsApi.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { calendarFile } from '../../shared/files/calendarFile.ts';
import { Num } from '../../shared/format/Num.tsx';
import { saveFile } from '../../shared/format/saveFile.ts';
import { errorText, appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { InfiniteList } from '../../shared/ui/InfiniteList.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Launchpad.module.css';
import { OfferingFacts, OfferingHead, OfferingAbsent, useOfferingDates, useOfferingId } from './OfferingFacts.tsx';
import { OwnSubscriptions, downloadShares, fetchShares } from './OwnSubscriptions.tsx';

/** States in which an offering is no longer open. */
const OVER: readonly OfferingState[] = ['allotted', 'launched', 'withdrawn'];

/** One offering, by the query's `id`: its terms, state and allotment. */
export function OfferingPage() {
  const { t } = useTranslation('launchpad');
  const id = useOfferingId();
  const { offering, error, retry } = useOffering(id);
  return (
    <Page
      header={<NavBar title={offering?.coin ?? t('title')} />}
      isWide
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
    <div className={classNames(styles['page'], styles['columns'])}>
      <div className={styles['page']}>
        <OfferingHead offering={offering} state={state} />
        {offering.withdrawReason !== null && <p>{t('withdrawn', { reason: offering.withdrawReason })}</p>}
        <OwnSubscriptions offeringId={offering.id} />
        <div className={styles['rows']}>
          <OfferingFacts offering={offering} />
        </div>
        <LockCalendar offering={offering} />
      </div>
      <div className={styles['page']}>
        <section className={styles['text']}>
          <h2>{t('about', { coin: offering.coin })}</h2>
          <p>{offering.introduction}</p>
          <h3>{t('source')}</h3>
          <p>{offering.source}</p>
          <h3>{t('risk.title')}</h3>
          <p>{t('risk.text')}</p>
        </section>
        {offering.allottedAt !== null && state !== 'closed' && <Allotment offering={offering} />}
      </div>
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
      <div className={classNames(styles['page'], styles['columns'])}>
        <Skeleton shape="block" height={160} />
        <Skeleton shape="block" height={240} />
      </div>
    </Loading>
  );
}

/** Dates from the start to the last day of the lock, and their export to the user's calendar. */
function LockCalendar({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const { id, coin } = offering;
  const dates = useOfferingDates(offering);
  const save = async () => {
    const events = dates.map(({ key, atMs, label }) => ({
      id: `offer-${id}-${key}`,
      atMs,
      title: `${coin}: ${label}`,
    }));
    const saved = await saveFile(calendarFile(events), `${coin}.ics`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return (
    <section className={styles['rows']}>
      <span className={styles['line']}>
        <h2 className={styles['h2']}>{t('calendar.title')}</h2>
        <Button kind="quiet" size="small" onClick={() => void save()}>
          <CalendarPlus aria-hidden />
          {t('calendar.save')}
        </Button>
      </span>
      <KeyValue items={dates} />
    </section>
  );
}

const HEAD_LENGTH = 8;

/** The allotment: the published list, the user's row, and its recomputation. */
function Allotment({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const list = useShares(offering.id);
  const [isSought, setSought] = useState(false);
  const { text, verify, isVerifying } = useVerifying(offering);
  const failure = list.error ?? list.moreError;
  return (
    <section>
      <span className={styles['line']}>
        <h2 className={styles['h2']}>{t('list.title')}</h2>
        <SaveFile file={downloadShares({ id: offering.id })} />
      </span>
      <p className={styles['soft']}>{t('list.explain')}</p>
      <span className={styles['actions']}>
        <Button kind="ghost" size="small" onClick={() => setSought(true)}>
          {t('list.find')}
        </Button>
        <Button kind="ghost" size="small" isLoading={isVerifying} onClick={() => void verify()}>
          {t('list.verify')}
        </Button>
      </span>
      <div aria-live="polite">
        {text !== undefined && <p>{text}</p>}
        {isSought && <OwnRow offering={offering} />}
      </div>
      <p className={classNames(styles['line'], styles['soft'])}>
        <span>{t('list.participant')}</span>
        <span>{`${t('fact.allotted')} / ${t('own.asked')}`}</span>
      </p>
      <InfiniteList
        label={t('list.title')}
        items={list.rows}
        keyOf={({ row }) => String(row)}
        renderItem={(share) => <Row share={share} offering={offering} />}
        skeleton={
          <div className={styles['share']}>
            <Skeleton />
          </div>
        }
        empty={<p className={styles['soft']}>{t('list.none')}</p>}
        hasMore={list.hasMore}
        isLoading={list.rows === undefined ? list.isFetching : list.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (list.rows === undefined ? list.retry() : list.loadMore())}
      />
    </section>
  );
}

function Row({ share, offering }: { share: Share; offering: Offering }) {
  const { coin, terms } = offering;
  const coins = (units: string) => coinsOf(BigInt(units), terms);
  return (
    <span className={classNames(styles['line'], styles['share'])}>
      <span className={styles['soft']}>
        {`${share.row} · `}
        <code>{share.participant.slice(0, HEAD_LENGTH)}</code>
      </span>
      <span>
        <Num kind="amount" value={coins(share.units)} places={terms.unitPlaces} minPlaces={0} />
        {' / '}
        <Num kind="amount" value={coins(share.demand)} places={terms.unitPlaces} minPlaces={0} unit={coin} />
      </span>
    </span>
  );
}

/** The user's own row: salt and user id hash to its name. */
function OwnRow({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const own = useOwnShare(offering.id);
  const userId = useAppSelector(selectUser)?.id;
  if (own === undefined && userId !== undefined) return null;
  if (own == null || userId === undefined) return <p>{t('list.notIn')}</p>;
  const isOwn = participantOf(own.salt, userId) === own.share.participant;
  return (
    <div className={styles['found']}>
      <p>{t(isOwn ? 'list.found' : 'list.notOwn', { row: own.share.row })}</p>
      <Row share={own.share} offering={offering} />
      <p className={styles['soft']}>{t('list.salt', { salt: own.salt, id: userId })}</p>
    </div>
  );
}

/** Reads the whole file and recomputes it on this device. */
function useVerifying(offering: Offering) {
  const { t } = useTranslation('launchpad');
  const dispatch = useAppDispatch();
  const [text, setText] = useState<string>();
  const [isVerifying, setVerifying] = useState(false);
  const verify = async () => {
    setVerifying(true);
    const file = await dispatch(fetchShares(offering.id));
    if ('error' in file) setText(appErrorText(file.error));
    else setText(verdictOf(await file.blob.text()));
    setVerifying(false);
  };
  const verdictOf = (csv: string) => {
    const found = verifyAllotment(csv, coinUnits(offering.supply, offering.terms));
    if (found === undefined) return t('list.unreadable');
    if (found.wrongRow !== undefined) return t('list.wrong', { row: found.wrongRow });
    const coins = coinsOf(found.given, offering.terms);
    return t('list.right', { count: found.participants, coins, coin: offering.coin });
  };
  return { text, verify, isVerifying };
}
