import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketId } from '@halyard/contract/ids';
import type { PriceAlert } from '@halyard/contract/price-alerts/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { AlertRow } from './AlertRow.tsx';
import styles from './Alerts.module.css';
import { useListPriceAlertsQuery } from './alertsApi.ts';

type AlertListProps = {
  /** Of one market; of all without it, and then each names its market. */
  marketId?: MarketId;
  /** Where there is none. */
  empty?: ReactNode;
};

/** Price alerts: those that wait, then those that have fired, the last one first. */
export function AlertList({ marketId, empty = null }: AlertListProps) {
  const { t } = useTranslation('alerts');
  const query = useListPriceAlertsQuery();
  const { data, error, refetch } = query;
  const asOfMs = useAsOf(query);
  if (data === undefined) {
    if (error !== undefined)
      return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
    return <AlertsLoading />;
  }
  const own = marketId === undefined ? data : data.filter((alert) => alert.marketId === marketId);
  const waiting = own.filter(({ status }) => status !== 'fired');
  const fired = own
    .filter(({ status }) => status === 'fired')
    .toSorted((a, b) => (b.firedAt ?? '').localeCompare(a.firedAt ?? ''));
  const isNamed = marketId === undefined;
  return (
    <>
      <AsOf atMs={asOfMs} />
      {own.length === 0 && empty}
      <Rows title={t('waiting')} alerts={waiting} isNamed={isNamed} />
      <Rows title={t('fired')} alerts={fired} isNamed={isNamed} />
    </>
  );
}

type RowsProps = { title: string; alerts: readonly PriceAlert[]; isNamed: boolean };

function Rows({ title, alerts, isNamed }: RowsProps) {
  if (alerts.length === 0) return null;
  return (
    <section aria-label={title} className={styles['group']}>
      <h2 className={styles['heading']}>{title}</h2>
      <ul className={styles['rows']}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <AlertRow alert={alert} isNamed={isNamed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AlertsLoading() {
  return (
    <Loading>
      <div className={styles['group']}>
        <Skeleton shape="block" height={56} />
        <Skeleton shape="block" height={56} />
      </div>
    </Loading>
  );
}
