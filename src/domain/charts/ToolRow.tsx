import { type ReactNode, startTransition, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { OVERLAYS, PANES, type OverlayId, type PaneId, type ChartSettings } from '../../shared/charts/chartSettings.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import styles from './ChartRows.module.css';

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

// Indicator toggles and the order of panes.

export type IndicatorId = OverlayId | PaneId;

/** The symbol that traders of all languages use, such as `MACD`. */
export function symbolOfIndicator(id: IndicatorId): string {
  return id.toUpperCase();
}

export function isOverlay(id: IndicatorId): id is OverlayId {
  return OVERLAYS.some((known) => known === id);
}

/** Toggles an indicator. Overlays are unordered; a new pane is added below the others. */
export function withToggled(settings: ChartSettings, id: IndicatorId): ChartSettings {
  if (isOverlay(id)) {
    const isOn = (known: OverlayId) => settings.overlays.includes(known) !== (known === id);
    return { ...settings, overlays: OVERLAYS.filter(isOn) };
  }
  const others = settings.panes.filter((pane) => pane !== id);
  return { ...settings, panes: others.length === settings.panes.length ? [...others, id] : others };
}

/** Moves a pane one place up (-1) or down (1); no change at the ends. */
export function withMoved(settings: ChartSettings, id: PaneId, by: -1 | 1): ChartSettings {
  const from = settings.panes.indexOf(id);
  const to = from + by;
  const other = settings.panes[to];
  if (from < 0 || other === undefined) return settings;
  const panes = settings.panes.map((pane, place) => {
    if (place === from) return other;
    return place === to ? id : pane;
  });
  return { ...settings, panes };
}

/** All panes in list order: those on the chart in their order, then the others. */
export function panesInOrder({ panes }: ChartSettings): readonly PaneId[] {
  return [...panes, ...PANES.filter((id) => !panes.includes(id))];
}
