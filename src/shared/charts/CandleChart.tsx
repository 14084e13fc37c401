import type { Period } from '@halyard/contract/calls/markets';
import { ChevronsRight, ZoomIn, ZoomOut } from 'lucide-react';
import type { EChartsType } from 'echarts/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../format/useLocale.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './CandleChart.module.css';
import type { CandleSource } from './candleSource.ts';
import type { ChartController, NeedOlder } from './chartController.ts';
import type { ChartMode } from './chartOption.ts';
import { ChartOverlay } from './ChartOverlay.tsx';
import { ChartReadout } from './ChartReadout.tsx';
import { ChartSurface } from './ChartSurface.tsx';
import type { ChartSetup } from './composition.ts';
import { EChartsHost } from './EChartsHost.tsx';
import { useChartController } from './useChartController.ts';
import { useChartSummary } from './useChartSummary.ts';

export type CandleChartProps = {
  /** What is charted, for screen readers: `BTC/USDT`. */
  label: string;
  source: CandleSource;
  period: Period;
  pricePlaces: number;
  mode?: ChartMode;
  /** Whether candles are on their way, so that nothing is not yet "none". */
  isLoading?: boolean;
  /** Asked for candles before a moment, as one comes near the oldest. */
  onNeedOlder?: NeedOlder;
};

const ZOOM_STEP = 1.35;

/**
 * The K-line chart: candles or a line, averages, volume, the last price. Swipe sideways or use the arrow keys to go through time, pinch or use
 * the buttons to zoom, tap to hold the cross hairs. Fills its parent.
 */
export function CandleChart(props: CandleChartProps) {
  const { label, source, period, pricePlaces, mode = 'candles', isLoading = false, onNeedOlder } = props;
  const { t } = useTranslation('common');
  const setup: ChartSetup = { period, mode, pricePlaces, locale: useLocale() };
  const { controller, frame } = useChartController(source, setup, onNeedOlder);
  const [chart, setChart] = useState<EChartsType>();
  useEffect(() => {
    if (chart !== undefined) controller.attach(chart);
  }, [controller, chart]);
  const onResize = useCallback(() => controller.resize(), [controller]);
  const summary = useChartSummary(frame, setup);
  return (
    <section className={styles['root']} aria-label={`${label}, ${t('chart.label')}`}>
      <ChartReadout frame={frame} setup={setup} />
      <div className={styles['picture']}>
        <div role="img" aria-label={summary} className={styles['canvas']}>
          <EChartsHost onReady={setChart} onResize={onResize} />
        </div>
        {frame === undefined && <Nothing isLoading={isLoading} />}
        {frame !== undefined && (
          <>
            <ChartOverlay frame={frame} />
            <ChartSurface controller={controller} frame={frame} setup={setup} />
            <Tools controller={controller} />
          </>
        )}
      </div>
    </section>
  );
}

function Nothing({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles['nothing']}>
      {isLoading ? <Skeleton shape="block" height="100%" /> : <p>{t('chart.empty')}</p>}
    </div>
  );
}

/** The same as fingers do, for those who cannot pinch and swipe. */
function Tools({ controller }: { controller: ChartController }) {
  const { t } = useTranslation('common');
  return (
    <div className={styles['tools']}>
      <IconButton icon={<ZoomOut />} label={t('chart.zoomOut')} onClick={() => controller.zoomBy(ZOOM_STEP)} />
      <IconButton icon={<ZoomIn />} label={t('chart.zoomIn')} onClick={() => controller.zoomBy(1 / ZOOM_STEP)} />
      <IconButton icon={<ChevronsRight />} label={t('chart.latest')} onClick={() => controller.showLatest()} />
    </div>
  );
}
