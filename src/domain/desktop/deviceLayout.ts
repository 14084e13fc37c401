/** What a user arranges on this device: sizes of panes, further charts, shortcuts that are off. */
import * as z from 'zod/mini';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { INTERVAL_IDS } from '../charts/intervals.ts';

const SIZES_KEY = 'desktop-panes';
const CHARTS_KEY = 'desktop-charts';
const SHORTCUTS_KEY = 'desktop-shortcuts-off';

const percents = z.record(z.string(), z.number().check(z.minimum(0), z.maximum(100)));
const sizes = z.record(z.string(), percents);
const furtherCharts = z.array(z.object({ symbol: z.string(), interval: z.enum(INTERVAL_IDS) })).check(z.maxLength(3));

/** Percent of a group's length, by pane. */
export type PaneSizes = z.infer<typeof percents>;
/** A chart beside the page's own. */
export type FurtherChart = z.infer<typeof furtherCharts>[number];

/** Stored sizes of a group that has exactly these panes. */
export function readSizes(group: string, panes: readonly string[]): PaneSizes | undefined {
  const stored = z.safeParse(sizes, readJson(SIZES_KEY)).data?.[group];
  const isWhole = stored !== undefined && Object.keys(stored).sort().join() === [...panes].sort().join();
  return isWhole ? stored : undefined;
}

export function writeSizes(group: string, layout: PaneSizes): void {
  writeJson(SIZES_KEY, { ...z.safeParse(sizes, readJson(SIZES_KEY)).data, [group]: layout });
}

export function forgetSizes(): void {
  removeKey(SIZES_KEY);
}

export function readCharts(): readonly FurtherChart[] {
  return z.safeParse(furtherCharts, readJson(CHARTS_KEY)).data ?? [];
}

export function writeCharts(charts: readonly FurtherChart[]): void {
  writeJson(CHARTS_KEY, charts);
}

export function readShortcutsOff(): readonly string[] {
  return z.safeParse(z.array(z.string()), readJson(SHORTCUTS_KEY)).data ?? [];
}

export function writeShortcutsOff(names: readonly string[]): void {
  writeJson(SHORTCUTS_KEY, names);
}
