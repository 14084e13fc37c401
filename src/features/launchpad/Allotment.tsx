import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offering, Share } from '@halyard/contract/launchpad/calls';
import { coinsOf, coinUnits } from '@halyard/contract/launchpad/terms';
import { participantOf, verifyAllotment } from '@halyard/contract/launchpad/verifyAllotment';
import { downloadShares, fetchShares } from '../../domain/launchpad/offeringFiles.ts';
import { useOwnShare, useShares } from '../../domain/launchpad/useOfferings.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { Num } from '../../shared/format/Num.tsx';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { classNames } from '../../shared/ui/classNames.ts';
import { InfiniteList } from '../../shared/ui/InfiniteList.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Launchpad.module.css';

const HEAD_LENGTH = 8;

/** The allotment: the published list, the user's row, and its recomputation. */
export function Allotment({ offering }: { offering: Offering }) {
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
        <Num kind="amount" value={coins(share.units)} places={terms.unitPlaces} />
        {' / '}
        <Num kind="amount" value={coins(share.demand)} places={terms.unitPlaces} unit={coin} />
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
  const isHis = participantOf(own.salt, userId) === own.share.participant;
  return (
    <div className={styles['found']}>
      <p>{t(isHis ? 'list.found' : 'list.notHis', { row: own.share.row })}</p>
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
