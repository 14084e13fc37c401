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

/** Stored sizes of a group that has exactly these panes. */
export function readSizes(group: string, panes: readonly string[]): PaneSizes | undefined {
  const stored = readGroups()[group];
  if (!isRecord(stored) || Object.keys(stored).length !== panes.length) return undefined;
  const percents = panes.map((pane) => stored[pane]);
  if (!percents.every(isPercent)) return undefined;
  return Object.fromEntries(panes.map((pane, place) => [pane, percents[place] ?? 0]));
}

export function writeSizes(group: string, layout: PaneSizes): void {
  writeJson(SIZES_KEY, { ...readGroups(), [group]: layout });
}

export function forgetSizes(): void {
  removeKey(SIZES_KEY);
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
