import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MarketId } from '@halyard/contract/ids';
import { type Decimal, isZero, placesOf, shareInPercent, subtract } from '@halyard/contract/money';
import type { PriceAlert } from '@halyard/contract/price-alerts/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { useMarketRow } from '../markets/useMarkets.ts';
import styles from './Alerts.module.css';
import { useListPriceAlertsQuery, useRemovePriceAlertMutation } from './alertsApi.ts';

type AlertListProps = {
  /** Alerts of one market. Without it: alerts of all markets, each with its market's name. */
  marketId?: MarketId;
  /** Shown when there are no alerts. */
  empty?: ReactNode;
};

/** Price alerts: waiting ones first, then fired ones, latest first. */
export function AlertList({ marketId, empty = null }: AlertListProps) {
  const { t } = useTranslation('alerts');
  const query = useListPriceAlertsQuery();
  const { data, error, refetch } = query;
  const asOfMs = useAsOf(query);
  if (data === undefined) {
    if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
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

/** One alert: its condition and frequency, or when and at which price it fired, with a button to remove it. */
function AlertRow({ alert, isNamed }: { alert: PriceAlert; isNamed: boolean }) {
  const { t } = useTranslation('alerts');
  const market = useMarketRow(alert.marketId);
  const words = useWords(alert, market?.pricePrecision);
  const [remove, { isLoading }] = useRemovePriceAlertMutation();
  const isOut = useMoneyBlockedReason() !== undefined;
  const removeNow = async () => {
    const { error } = await remove(alert.id);
    if (error !== undefined) showToast({ kind: 'error', text: appErrorText(error as AppError) });
  };
  const distance = useDistanceText(alert, market?.lastPrice);
  const text = (
    <>
      {isNamed && (
        <span className={styles['line']}>
          <b>{alert.symbol}</b>{' '}
          {market !== undefined && (
            <span className={styles['when']}>
              {`${t('last')} `}
              <span className={styles['figure']}>
                <Num kind="price" value={market.lastPrice} places={market.pricePrecision} />
              </span>
            </span>
          )}{' '}
        </span>
      )}
      <span className={styles['line']}>
        <span>
          {words.what}
          {words.often !== undefined && <span className={styles['when']}>{` · ${words.often}`}</span>}
        </span>
        {isNamed && distance !== undefined && (
          <span className={styles['when']}>
            {` ${t('away')} `}
            <span className={styles['figure']}>{distance}</span>
          </span>
        )}
      </span>
      {words.fired !== undefined && <span className={styles['when']}>{words.fired}</span>}
    </>
  );
  return (
    <div className={styles['row']}>
      {isNamed ? (
        <>
          <CoinIcon symbol={alert.symbol.split('/')[0] ?? ''} />
          <Link to={paths.kline({ symbol: alert.symbol })} className={styles['words']}>
            {text}
          </Link>
        </>
      ) : (
        <span className={styles['words']}>{text}</span>
      )}
      <IconButton
        icon={<Trash2 aria-hidden />}
        label={t('remove', { alert: `${alert.symbol}, ${words.what}` })}
        disabled={isLoading || isOut}
        onClick={() => void removeNow()}
      />
    </div>
  );
}

/** A delisted market has no `places`: figures are shown unrounded. */
function useWords(alert: PriceAlert, places: number | undefined) {
  const { symbol, kind, value, minutes, isRepeating, status, firedAt, firedPrice } = alert;
  const { t } = useTranslation('alerts');
  const format = useFormat();
  const priceOf = (price: typeof value) => format.price(price, places ?? placesOf(price));
  const quote = symbol.split('/')[1] ?? '';
  const what =
    minutes === null
      ? t(`conditions.${kind === 'below' ? 'below' : 'above'}`, { value: priceOf(value), quote })
      : t(`conditions.${kind === 'fall' ? 'fall' : 'rise'}`, {
          value: format.percent(value),
          time: t(`times.${minutes}`),
        });
  const fired =
    firedAt === null || firedPrice === null
      ? undefined
      : t('firedAt', { time: format.moment(Date.parse(firedAt), 'dayMinute'), price: priceOf(firedPrice) });
  if (status === 'fired') return { what, often: undefined, fired };
  return { what, often: status === 'resting' ? t('rests') : t(isRepeating ? 'repeats' : 'once'), fired };
}

/** Distance of the price of a waiting alert from the last one, in percent of that. */
function useDistanceText({ value, minutes, status }: PriceAlert, last: Decimal | null | undefined) {
  const format = useFormat();
  if (minutes !== null || status === 'fired' || last == null || isZero(last)) return undefined;
  return format.change(shareInPercent(subtract(value, last), last, 2, 'half-even'));
}
