import type { ChartMarks } from '../../shared/charts/chartSettings.ts';
import { useCandleSource } from '../../shared/charts/useCandleSource.ts';
import type { Market } from '@halyard/contract/calls/markets';
import { IndicatorChips } from './IndicatorChips.tsx';
import { IntervalRow } from './IntervalRow.tsx';
import { MarketChart } from './MarketChart.tsx';
import rows from './ChartRows.module.css';
import styles from './TradeChart.module.css';

type ChartPanelProps = { market: Market; look: 'full' | 'strip'; marks?: ChartMarks | undefined };

/**
 * The chart beside something else: with its intervals and indicators where there is room, otherwise the picture alone.
 */
export function ChartPanel({ market, look, marks }: ChartPanelProps) {
  const source = useCandleSource();
  if (look === 'strip') return <MarketChart market={market} source={source} look="strip" marks={marks} />;
  return (
    <div className={styles['panel']}>
      <div className={rows['row']}>
        <IntervalRow />
      </div>
      <div className={styles['picture']}>
        <MarketChart market={market} source={source} marks={marks} />
      </div>
      <div className={rows['row']}>
        <IndicatorChips />
      </div>
    </div>
  );
}
