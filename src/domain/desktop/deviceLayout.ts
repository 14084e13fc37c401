/**
 * The arrangement of a user on this device: sizes of panes, further charts, shortcuts that are off. Parsed by hand:
 * each further function of the schema library would be a part of the first screen.
 */
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { INTERVAL_IDS, type IntervalId } from '../charts/intervals.ts';

const SIZES_KEY = 'desktop-panes';
const CHARTS_KEY = 'desktop-charts';
const SHORTCUTS_KEY = 'desktop-shortcuts-off';
/** Beside the page's own. */
const CHARTS_MAX = 3;

/** Groups of panes, and the panes of each in their order. */
export const GROUPS = {
  page: ['left', 'ticket'],
  left: ['top', 'orders'],
  top: ['markets', 'chart', 'side'],
  side: ['book', 'trades'],
} as const;
export type GroupName = keyof typeof GROUPS;

/** Percent of a group's length, by pane. */
export type PaneSizes = Readonly<Record<string, number>>;

/** A chart beside the page's own. */
export type FurtherChart = { readonly symbol: string; readonly interval: IntervalId };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPercent = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 100;

function readGroups(): Record<string, unknown> {
  const stored = readJson(SIZES_KEY);
  return isRecord(stored) ? stored : {};
}

/** Stored sizes of a group, if there is one for each of its panes. */
export function readSizes(group: GroupName): PaneSizes | undefined {
  const panes: readonly string[] = GROUPS[group];
  const stored = readGroups()[group];
  if (!isRecord(stored) || Object.keys(stored).length !== panes.length) return undefined;
  const percents = panes.map((pane) => stored[pane]);
  if (!percents.every(isPercent)) return undefined;
  return Object.fromEntries(panes.map((pane, place) => [pane, percents[place] ?? 0]));
}

export function writeSizes(group: GroupName, layout: PaneSizes): void {
  writeJson(SIZES_KEY, { ...readGroups(), [group]: layout });
}

export function forgetSizes(): void {
  removeKey(SIZES_KEY);
}

/** Of the panes beside the chart. On the narrowest desktop, less would cut their words and figures. */
const OTHERS_SHARE = 0.55;

/** Heights at first. */
export const USUAL_HEIGHTS = { orders: '30%', trades: '28%' } as const;

/** Widths at first: the panes beside the chart get a share of the room up to what they can use, the chart the rest. */
export function usualWidths() {
  // As styled, not as measured: which bars are on the page depends on what has loaded.
  const railPx = getComputedStyle(document.documentElement).getPropertyValue('--rail');
  const roomPx = window.innerWidth - (Number.parseFloat(railPx) || 0);
  const restPx = roomPx * OTHERS_SHARE;
  const part = (share: number, fromPx: number, toPx: number) =>
    `${Math.round(Math.min(toPx, Math.max(fromPx, restPx * share)))}px`;
  return { markets: part(0.27, 176, 260), side: part(0.33, 216, 280), ticket: part(0.4, 264, 340) } as const;
}

export function readCharts(): readonly FurtherChart[] {
  const stored = readJson(CHARTS_KEY);
  if (!Array.isArray(stored)) return [];
  return (stored as readonly unknown[]).flatMap((row) => chartOf(row) ?? []).slice(0, CHARTS_MAX);
}

function chartOf(row: unknown): FurtherChart | undefined {
  if (!isRecord(row) || typeof row['symbol'] !== 'string') return undefined;
  const interval = INTERVAL_IDS.find((id) => id === row['interval']);
  return interval && { symbol: row['symbol'], interval };
}

export function writeCharts(charts: readonly FurtherChart[]): void {
  writeJson(CHARTS_KEY, charts);
}

export function readShortcutsOff(): readonly string[] {
  const stored = readJson(SHORTCUTS_KEY);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

export function writeShortcutsOff(names: readonly string[]): void {
  writeJson(SHORTCUTS_KEY, names);
}
