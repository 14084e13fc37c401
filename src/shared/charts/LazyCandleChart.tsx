import { Suspense } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { CandleChartProps } from './CandleChart.tsx';

const CandleChart = lazyPart(async () => (await import('./CandleChart.tsx')).CandleChart);

/** Fetches the chart's code while what it is to show is still on its way. */
export const preloadCandleChart = CandleChart.preload;

/** The K-line chart; its code, with ECharts, comes as a chunk of its own when it is first shown. */
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
