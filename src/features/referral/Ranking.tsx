import { useTranslation } from 'react-i18next';
import { useSetRankedMutation, type RankedRow } from '../../domain/referral/referralApi.ts';
import { useRanking } from '../../domain/referral/useReferral.ts';
import { Num } from '../../shared/format/Num.tsx';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Referral.module.css';

/** The ten who got most, masked, and the way out of it. */
export function Ranking({ isRanked }: { isRanked: boolean }) {
  const { t } = useTranslation('promotion');
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
  const { t } = useTranslation('promotion');
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
