import { useState } from 'react';
import type { ChartMarks } from '../../shared/charts/chartSettings.ts';
import { useCandleSource } from '../../shared/charts/candleSource.ts';
import type { Market } from '@halyard/contract/market/calls';
import { IntervalButton, IntervalRow } from './IntervalRow.tsx';
import { MarketChart } from './MarketChart.tsx';
import { ToolRow } from './ToolRow.tsx';
import rows from './ChartRows.module.css';
import type { ChartActs } from './useChartMarks.ts';
import styles from './TradeChart.module.css';

type ChartPanelProps = {
  market: Market;
  variant: 'full' | 'strip';
  marks?: ChartMarks | undefined;
  acts?: ChartActs | undefined;
};

/**
 * A chart beside other content: with intervals and indicators if there is room, otherwise the chart with its
 * interval beside its heading.
 */
export function ChartPanel({ market, variant, marks, acts }: ChartPanelProps) {
  const source = useCandleSource();
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  if (variant === 'strip')
    return (
      <>
        <div className={styles['interval']}>
          <IntervalButton />
        </div>
        <MarketChart market={market} source={source} variant="strip" marks={marks} acts={acts} />
      </>
    );
  return (
    <div className={styles['panel']}>
      <div className={rows['row']}>
        <IntervalRow />
      </div>
      <div className={styles['picture']}>
        <MarketChart market={market} source={source} marks={marks} acts={acts} toolsPlace={toolsPlace} />
      </div>
      <ToolRow onToolsPlace={setToolsPlace} />
    </div>
  );
}
