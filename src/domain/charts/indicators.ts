/** Indicator toggles and the order of panes. */
import { OVERLAYS, PANES, type ChartSettings, type OverlayId, type PaneId } from '../../shared/charts/chartSettings.ts';

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
