import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { noParameters } from '@halyard/contract/codec';
import { REBATES_CSV_PATH, type Invitation, type Rebate } from '@halyard/contract/referral/calls';
import { decimal, multiply } from '@halyard/contract/money';
import { type FriendRow, type RankedRow, useSetRankedMutation } from '../../domain/referral/referralApi.ts';
import { useFriends, useRanking, useRebates } from '../../domain/referral/useReferral.ts';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { PagedList } from '../../shared/ui/PagedList.tsx';
import { SaveFile } from '../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { Tabs } from '../../shared/ui/Tabs.tsx';
import styles from './Referral.module.css';

const PERCENT = decimal('0.01');

const downloadRebates = createDownload(REBATES_CSV_PATH, 'rebates.csv', noParameters);

const VIEWS = ['rebates', 'friends', 'ranking'] as const;

/** Rebates, friends, and the ranking where it is shown. */
export function ReferralViews({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('referral');
  const [query, setQuery] = useSearchParams();
  const views = VIEWS.filter((view) => view !== 'ranking' || !invitation.hidesIncentives);
  const view = views.find((one) => one === query.get('view')) ?? 'rebates';
  const contents = {
    rebates: <Rebates />,
    friends: <Friends />,
    ranking: <Ranking isRanked={invitation.isRanked} />,
  };
  return (
    <Tabs
      label={t('view.label')}
      value={view}
      onValueChange={(next) => setQuery({ view: next }, { replace: true })}
      items={views.map((value) => ({ value, label: t(`view.${value}`), content: contents[value] }))}
    />
  );
}

function Rebates() {
  const { t } = useTranslation('referral');
  const list = useRebates();
  return (
    <PagedList
      label={t('view.rebates')}
      list={list}
      head={<RebatesHead asOfMs={list.asOfMs} isEmpty={list.rows === undefined || list.rows.length === 0} />}
      renderItem={(rebate) => <RebateRow rebate={rebate} />}
      skeleton={<RowLoading />}
      empty={<EmptyState text={t('rebates.empty')} />}
    />
  );
}

function RebatesHead({ asOfMs, isEmpty }: { asOfMs: number | undefined; isEmpty: boolean }) {
  return (
    <>
      <AsOf atMs={asOfMs} />
      {!isEmpty && (
        <div className={styles['tools']}>
          <SaveFile file={downloadRebates({})} />
        </div>
      )}
    </>
  );
}

function RebateRow({ rebate }: { rebate: Rebate }) {
  const { t } = useTranslation('referral');
  const format = useFormat();
  const { hidesBalances } = useHiddenBalances();
  const { from, value, currency, day, fees, rate } = rebate;
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <span>{from}</span>
        <span className={styles['soft']}>
          {t('rebates.of', {
            rate: format.rate(multiply(rate, PERCENT)),
            fees: format.amountOf(fees, currency),
            currency,
          })}
        </span>
      </span>
      <span className={styles['end']}>
        <Num kind="amount" value={value} unit={currency} isMasked={hidesBalances} />
        <time className={styles['soft']} dateTime={day}>
          {format.moment(Date.parse(day), 'date', 'utc')}
        </time>
      </span>
    </div>
  );
}

function Friends() {
  const { t } = useTranslation('referral');
  return (
    <PagedList
      label={t('view.friends')}
      list={useFriends()}
      renderItem={(friend) => <FriendLine friend={friend} />}
      skeleton={<RowLoading />}
      empty={<EmptyState text={t('friends.empty')} />}
    />
  );
}

function FriendLine({ friend: { account, time } }: { friend: FriendRow }) {
  const format = useFormat();
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>{account}</span>
      <time className={styles['soft']} dateTime={time}>
        {format.moment(Date.parse(time), 'dateSecond')}
      </time>
    </div>
  );
}

function RowLoading() {
  return (
    <div className={styles['row']}>
      <Skeleton width="70%" />
    </div>
  );
}

/** The ten users with the largest rebates, masked, and the opt-out. */
function Ranking({ isRanked }: { isRanked: boolean }) {
  const { t } = useTranslation('referral');
  const { ranking, error, retry, asOfMs } = useRanking();
  const [setRanked, { isLoading, originalArgs }] = useSetRankedMutation();
  return (
    <div>
      <AsOf atMs={asOfMs} />
      <Switch
        label={t('ranking.show')}
        isOn={isLoading ? originalArgs === true : isRanked}
        onChange={(isOn) => void setRanked(isOn)}
      />
      <p className={styles['note']}>{t('ranking.explain')}</p>
      {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
      {ranking === undefined && error === undefined && <Skeleton shape="block" height={52} />}
      {ranking?.length === 0 && <EmptyState text={t('ranking.empty')} />}
      {ranking !== undefined && ranking.length > 0 && (
        <ol className={styles['ranking']}>
          {ranking.map((ranked) => (
            <RankedLine key={ranked.place} ranked={ranked} />
          ))}
        </ol>
      )}
    </div>
  );
}

function RankedLine({ ranked: { place, account, total, userId } }: { ranked: RankedRow }) {
  const { t } = useTranslation('referral');
  return (
    <li className={styles['row']}>
      <span className={styles['place']}>{place}</span>
      <span className={styles['words']}>
        <span>
          {account}
          {userId !== 0 && <span className={styles['badge']}>{t('ranking.you')}</span>}
        </span>
      </span>
      <Num kind="amount" value={total} places={2} unit="USDT" />
    </li>
  );
}
