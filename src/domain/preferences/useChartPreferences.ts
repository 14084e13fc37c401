/** Charts as whoever uses the app now wants them. */
import { useCallback, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.ts';
import { checkedChart, type ChartPreferences } from './chartPreferences.ts';
import { chartSet, selectChart } from './preferencesSlice.ts';
import { useOwner } from './usePreferences.ts';

/** This user's chart preferences, whole whatever was kept, and the way to change some of them. */
export function useChartPreferences() {
  const owner = useOwner();
  const dispatch = useAppDispatch();
  const kept = useAppSelector((state) => selectChart(state, owner));
  const chart = useMemo(() => checkedChart(kept), [kept]);
  const change = useCallback(
    (changed: Partial<ChartPreferences>) => dispatch(chartSet({ owner, chart: { ...chart, ...changed } })),
    [chart, dispatch, owner],
  );
  return { chart, change } as const;
}
