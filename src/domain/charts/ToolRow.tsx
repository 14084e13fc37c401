import { type ReactNode, startTransition, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type OverlayId, OVERLAYS, type PaneId, PANES } from '../../shared/charts/chartSettings.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import styles from './ChartRows.module.css';
import { symbolOfIndicator, withToggled } from './indicators.ts';

type ToolRowProps = {
  /** Receives the element that takes the chart's own buttons. */
  onToolsPlace: (place: HTMLElement | null) => void;
  /** Further chart actions. */
  children?: ReactNode;
  /** Stays visible while the rest of the row scrolls. */
  end?: ReactNode;
  /** Whether another row is in its place. */
  isHidden?: boolean;
};

/** Indicators and chart actions in one row that scrolls sideways. */
export function ToolRow({ onToolsPlace, children, end, isHidden = false }: ToolRowProps) {
  // A state set during a React commit would run all effects and redraw the chart at once.
  const tellPlace = useCallback(
    (place: HTMLElement | null) => startTransition(() => onToolsPlace(place)),
    [onToolsPlace],
  );
  return (
    <div className={styles['row']} hidden={isHidden}>
      <div className={styles['pulled']}>
        <IndicatorChips />
        <div ref={tellPlace} className={styles['tools']} />
        {children !== undefined && <div className={styles['tools']}>{children}</div>}
      </div>
      {end}
    </div>
  );
}

/** Toggles for all indicators: first those over the price, then those below it. */
function IndicatorChips() {
  const { t } = useTranslation('kline');
  const { chart, change } = useChartPreferences();
  const { settings } = chart;
  const chipOf = (id: OverlayId | PaneId, isOn: boolean) => (
    <button
      key={id}
      type="button"
      className={styles['chip']}
      aria-pressed={isOn}
      title={t(`indicators.${id}`)}
      onClick={() => change({ settings: withToggled(settings, id) })}
    >
      {symbolOfIndicator(id)}
    </button>
  );
  return (
    <div role="group" aria-label={t('indicators.label')} className={styles['chips']}>
      {OVERLAYS.map((id) => chipOf(id, settings.overlays.includes(id)))}
      <i className={styles['rule']} aria-hidden="true" />
      {PANES.map((id) => chipOf(id, settings.panes.includes(id)))}
    </div>
  );
}
