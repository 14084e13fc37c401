import { Table2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candle, Market } from '@halyard/contract/calls/markets';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useCandles } from '../../domain/markets/useCandles.ts';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { useCandleSource } from '../../shared/charts/useCandleSource.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { CandleTableSheet } from './CandleTableSheet.tsx';
import { Countdown } from './Countdown.tsx';
import { INTERVALS, type Interval, type IntervalId } from './intervals.ts';
import styles from './Kline.module.css';

const [FIRST] = INTERVALS;
const START: IntervalId = '5min';

/** The chart with its intervals, the time to the candle's close, and the same candles as a table. */
export function KlineChart({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const [id, setId] = useState<IntervalId>(START);
  const [isTableOpen, setTableOpen] = useState(false);
  const interval = INTERVALS.find((known) => known.id === id) ?? FIRST;
  const source = useCandleSource();
  return (
    <section aria-label={t('chart')}>
      <div className={styles['intervals']}>
        <Segmented
          label={t('interval')}
          look="plain"
          value={id}
          onValueChange={setId}
          options={INTERVALS.map((known) => ({ value: known.id, label: t(`intervals.${known.id}`) }))}
        />
        <IconButton icon={<Table2 aria-hidden />} label={t('table.open')} onClick={() => setTableOpen(true)} />
      </div>
      <Chart market={market} interval={interval} source={source} />
      <CandleTableSheet isOpen={isTableOpen} onOpenChange={setTableOpen} source={source} market={market} />
    </section>
  );
}

type ChartProps = { market: Market; interval: Interval; source: CandleSource };

function Chart({ market, interval, source }: ChartProps) {
  const symbol = symbolOf(market);
  const { period, mode } = interval;
  const { candles, error, onLive, loadOlder, retry } = useCandles({ symbol, period, asOf: market.asOf });
  useFilledSource(source, candles, onLive);

  const onNeedOlder = useCallback((beforeMs: number) => loadOlder(Math.floor(beforeMs / 1000)), [loadOlder]);

  if (error !== undefined) {
    return (
      <div className={styles['chart']}>
        <ErrorState what={appErrorText(error)} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className={styles['chart']}>
      <Countdown source={source} period={period} asOf={market.asOf} />
      <LazyCandleChart
        label={symbol}
        source={source}
        period={period}
        pricePlaces={market.pricePrecision}
        mode={mode}
        isLoading={candles === undefined}
        onNeedOlder={onNeedOlder}
      />
    </div>
  );
}

type OnLive = ReturnType<typeof useCandles>['onLive'];

/** Gives the chart's source what was loaded, and then every live candle as it comes. */
function useFilledSource(source: CandleSource, candles: readonly Candle[] | undefined, onLive: OnLive): void {
  useEffect(() => {
    source.setCandles(candles ?? []);
    if (candles === undefined) return undefined;
    return onLive?.((candle) => source.applyLive(candle));
  }, [source, candles, onLive]);
}
