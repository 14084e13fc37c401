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

/** Time until the open candle closes, by the exchange's clock: the device's may be wrong by any amount. */
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
  // Without the exchange nobody knows what has opened meanwhile.
  if (text === '' || isOut) return null;
  return (
    <p className={styles['countdown']}>
      <span>{t('closesIn')}</span> <time>{text}</time>
    </p>
  );
}

/** The exchange's clock between two prices: its last word plus the device's time since then. */
function useFeedClock(asOf: string | null | undefined): (nowMs: number) => number | undefined {
  const heard = useRef<{ readonly feedMs: number; readonly atMs: number }>(undefined);
  useEffect(() => {
    heard.current = asOf == null ? undefined : { feedMs: Date.parse(asOf), atMs: Date.now() };
  }, [asOf]);
  return useCallback((nowMs) => heard.current && heard.current.feedMs + (nowMs - heard.current.atMs), []);
}
