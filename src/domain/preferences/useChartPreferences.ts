import { useCallback, useMemo } from 'react';
import { checkedChart, type ChartPreferences } from './chartPreferences.ts';
import { useOwnPreference } from './usePreferences.ts';

/** This user's chart preferences, validated and complete, and a function to change some of them. */
export function useChartPreferences() {
  const [stored, choose] = useOwnPreference('chart');
  const chart = useMemo(() => checkedChart(stored), [stored]);
  const change = useCallback((changed: Partial<ChartPreferences>) => choose({ ...chart, ...changed }), [chart, choose]);
  return { chart, change } as const;
}
