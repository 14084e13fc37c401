import { Suspense } from 'react';
import { loadNamespace } from '../i18n/i18n.ts';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { Loading, Skeleton } from '../ui/Skeleton.tsx';
import type { CandleChartProps } from './CandleChart.tsx';

const CandleChart = lazyPart(async () => {
  const [{ CandleChart: Chart }] = await Promise.all([import('./CandleChart.tsx'), loadNamespace('chart')]);
  return Chart;
});

/** Loads the chart's code while its data is still loading. */
export const preloadCandleChart = CandleChart.preload;

/** The candle chart; its code, with ECharts, is a chunk of its own, loaded when it is first shown. */
export function LazyCandleChart(props: CandleChartProps) {
  const waiting = (
    <Loading>
      <Skeleton shape="block" height="100%" />
    </Loading>
  );
  return (
    <Suspense fallback={waiting}>
      <CandleChart {...props} />
    </Suspense>
  );
}
