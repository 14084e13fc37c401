import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { closesAtMs, intervalOf } from '../../domain/charts/intervals.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num, type NumKind } from '../../shared/format/Num.tsx';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useLastPrice } from '../../domain/charts/MarketChart.tsx';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { useExchangeClock } from '../../shared/time/exchangeClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import styles from './Kline.module.css';

type KlineFiguresProps = { market: Market; source: CandleSource };

/** The last price with its day and the time to the candle's close; change, high, low, volume. */
export function KlineFigures({ market, source }: KlineFiguresProps) {
  const { t } = useTranslation('kline');
  const price = (value: Market['high']) => ({ kind: 'price' as NumKind, value, places: market.pricePrecision });
  const figures = [
    { label: t('high'), ...price(market.high) },
    { label: t('volume', { unit: market.base }), kind: 'compact' as NumKind, value: market.volume, places: 2 },
    { label: t('low'), ...price(market.low) },
    { label: t('volume', { unit: market.quote }), kind: 'compact' as NumKind, value: market.turnover, places: 2 },
  ];
  return (
    <div className={styles['figures']}>
      <div>
        <p className={styles['price']}>
          <LastPrice market={market} source={source} />
        </p>
        <div className={styles['since']}>
          <Change percent={market.changePercent} />
          <Countdown source={source} market={market} />
        </div>
      </div>
      <dl className={styles['day']}>
        {figures.map(({ label, value, kind, places }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Num kind={kind} value={value} places={places} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The same in one line with the pair, for the full-screen chart. */
export function KlineFigure({ market, source }: KlineFiguresProps) {
  return (
    <h1 className={styles['figure']}>
      {symbolOf(market)} <LastPrice market={market} source={source} /> <Change percent={market.changePercent} />
    </h1>
  );
}

/** Separate, because it changes with every tick. */
function LastPrice({ market, source }: KlineFiguresProps) {
  const isDown = market.changePercent?.startsWith('-') === true;
  const price = useLastPrice(source, market);
  return <Num kind="price" value={price} places={market.pricePrecision} tone={isDown ? 'down' : 'up'} />;
}

type CountdownProps = { source: CandleSource; market: Market };

/** Time until the open candle closes, by the exchange's clock, since the device's may be wrong. */
export function Countdown({ source, market }: CountdownProps) {
  const { t } = useTranslation('kline');
  const { period } = intervalOf(useChartPreferences().chart.interval);
  const clock = useExchangeClock(market.asOf);
  const isOut = useMoneyBlockedReason() !== undefined;
  const text = useEachSecond(() => {
    const openedAtMs = source.columns.openedAtMs.at(-1);
    return openedAtMs === undefined ? '' : countdownText(closesAtMs(period, openedAtMs) - clock());
  });
  // While offline it is unknown which candle is open; without prices none begins.
  if (text === '' || isOut || market.status !== 'trading') return null;
  return (
    <p className={styles['countdown']}>
      <span>{t('closesIn')}</span> <time>{text}</time>
    </p>
  );
}
