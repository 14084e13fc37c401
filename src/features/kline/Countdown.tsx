import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { closesAtMs, intervalOf } from '../../domain/charts/intervals.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import styles from './Kline.module.css';

type CountdownProps = { source: CandleSource; market: Market };

/** Time until the open candle closes, by the exchange's clock, since the device's may be wrong. */
export function Countdown({ source, market }: CountdownProps) {
  const { t } = useTranslation('kline');
  const { period } = intervalOf(useChartPreferences().chart.interval);
  const feedNowMs = useFeedClock(market.asOf);
  const isOut = useMoneyBlockedReason() !== undefined;
  const text = useEachSecond((nowMs) => {
    const openedAtMs = source.columns.openedAtMs.at(-1);
    const feedMs = feedNowMs(nowMs);
    if (openedAtMs === undefined || feedMs === undefined) return '';
    return countdownText(closesAtMs(period, openedAtMs) - feedMs);
  });
  // While offline it is unknown which candle is open; without prices none begins.
  if (text === '' || isOut || market.status !== 'trading') return null;
  return (
    <p className={styles['countdown']}>
      <span>{t('closesIn')}</span> <time>{text}</time>
    </p>
  );
}

/** The exchange's clock between two prices: its last time plus the device time since. */
function useFeedClock(asOf: string | null | undefined): (nowMs: number) => number | undefined {
  const reading = useRef<{ readonly feedMs: number; readonly atMs: number }>(undefined);
  useEffect(() => {
    reading.current = asOf == null ? undefined : { feedMs: Date.parse(asOf), atMs: Date.now() };
  }, [asOf]);
  return useCallback((nowMs) => reading.current && reading.current.feedMs + (nowMs - reading.current.atMs), []);
}
