import { useMemo } from 'react';
import { useRunningOptions } from '../../domain/options/useOptions.ts';
import { useTickSource } from '../../domain/options/useTickSource.ts';
import { useChartPreferences } from '../../domain/preferences/useChartPreferences.ts';
import type { ChartSettings } from '../../shared/charts/chartSettings.ts';
import { LazyCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import type { ChartWindow } from '../../shared/charts/setup.ts';
import styles from './Option.module.css';
import type { OptionMarket } from './optionTypes.ts';
import { useOptionMarks } from './useOptionMarks.ts';

/** Seconds behind the newest price, and before it at the least and at the most. */
const PAST = 150;
const AHEAD = { least: 12, most: 150 } as const;

/** The prices of the last minutes as they come in, with where the user's options opened and where they end. */
export function OptionChart({ market }: { market: OptionMarket }) {
  const { source, isLoading } = useTickSource(market.symbol);
  const marks = useOptionMarks(market);
  const settings = useBareSettings();
  const window = useWindow(market);
  return (
    <div className={styles['chart']}>
      <LazyCandleChart
        label={market.symbol}
        source={source}
        isLoading={isLoading}
        period="1s"
        mode="line"
        look="strip"
        pricePlaces={market.pricePrecision}
        settings={settings}
        marks={marks}
        window={window}
      />
    </div>
  );
}

/** The line alone: what indicators say of seconds is nothing. */
function useBareSettings(): ChartSettings {
  const { settings } = useChartPreferences().chart;
  return useMemo(() => ({ ...settings, overlays: [], panes: [], scale: 'linear' }), [settings]);
}

/** So much room that the end of what runs is in sight. */
function useWindow({ id }: OptionMarket): ChartWindow {
  const { options } = useRunningOptions();
  const longest = Math.max(
    0,
    ...(options ?? []).map(({ marketId, status, seconds }) => (marketId === id && status !== 'closed' ? seconds : 0)),
  );
  const ahead = Math.min(AHEAD.most, Math.max(AHEAD.least, longest));
  return useMemo(() => ({ span: PAST + ahead, ahead }), [ahead]);
}
