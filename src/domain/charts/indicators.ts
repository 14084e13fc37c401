/** Switching indicators on and off, and the order of the panes. */
import { OVERLAYS, PANES, type ChartSettings, type OverlayId, type PaneId } from '../../shared/charts/chartSettings.ts';

export type IndicatorId = OverlayId | PaneId;

/** What traders of all languages call it: `MACD`. */
export function symbolOfIndicator(id: IndicatorId): string {
  return id.toUpperCase();
}

export function isOverlay(id: IndicatorId): id is OverlayId {
  return OVERLAYS.some((known) => known === id);
}

/**
 * Switched on where it was off and the other way round. Overlays have no order of their own; a new pane comes below the
 * others.
 */
export function withToggled(settings: ChartSettings, id: IndicatorId): ChartSettings {
  if (isOverlay(id)) {
    const isOn = (known: OverlayId) => settings.overlays.includes(known) !== (known === id);
    return { ...settings, overlays: OVERLAYS.filter(isOn) };
  }
  const others = settings.panes.filter((pane) => pane !== id);
  return { ...settings, panes: others.length === settings.panes.length ? [...others, id] : others };
}

/** A pane one place up (-1) or down (1); at the ends nothing changes. */
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

/** All panes as a list shows them: those on the chart in their order, then the others. */
export function panesInOrder({ panes }: ChartSettings): readonly PaneId[] {
  return [...panes, ...PANES.filter((id) => !panes.includes(id))];
}
