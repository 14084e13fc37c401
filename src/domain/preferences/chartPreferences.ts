/** Chart preferences and their validation: a chart can be drawn from any stored content. */
import * as z from 'zod/mini';
import { catch as orUsual } from 'zod/mini';
import { DEFAULT_CHART_SETTINGS, OVERLAYS, PANES, type ChartSettings } from '../../shared/charts/chartSettings.ts';
import { INTERVAL_IDS, USUAL_INTERVAL, type IntervalId } from '../charts/intervals.ts';

/** The longest indicator length, in candles. */
export const LENGTH_MAX = 500;
/** The most lines of one indicator, limited by the colours. */
export const LINES_MAX = 4;
/** Limit of the BOLL bands. */
export const DEVIATIONS_MAX = 10;

/** Persisted chart preferences. */
export type ChartPreferences = {
  readonly settings: ChartSettings;
  readonly interval: IntervalId;
  /** Intervals of a row that is too narrow for all, in their order. */
  readonly row: readonly IntervalId[];
  /** Whether the user's orders and executions are shown on the chart. */
  readonly showsMarks: boolean;
  /** Whether the small chart of the trade page is open, when it is not beside the ticket anyway. */
  readonly isStripOpen: boolean;
  /** The same for the futures page; `undefined`: open if the ticket's button is visible below it. */
  readonly isFuturesStripOpen?: boolean | undefined;
};

export const USUAL_CHART: ChartPreferences = {
  settings: DEFAULT_CHART_SETTINGS,
  interval: USUAL_INTERVAL,
  row: ['line', '1min', '15min', '60min', '4hour', '1day'],
  showsMarks: true,
  isStripOpen: false,
};

const usual = DEFAULT_CHART_SETTINGS.params;
const length = z.int().check(z.gte(1), z.lte(LENGTH_MAX));
const lengths = z.readonly(
  z.array(length).check(
    z.minLength(1),
    z.maxLength(LINES_MAX),
    z.refine((all) => new Set(all).size === all.length),
  ),
);
const deviations = z.number().check(z.gt(0), z.lte(DEVIATIONS_MAX));
const macd = z.object({ fast: length, slow: length, signal: length }).check(z.refine(({ fast, slow }) => fast < slow));

/** Valid entries, without duplicates, in their order. */
const known = <Id extends string>(ids: readonly Id[]) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((stored): readonly Id[] => [...new Set(stored)].flatMap((word) => ids.filter((id) => id === word))),
  );

const params = z.object({
  ma: orUsual(z.object({ lengths }), usual.ma),
  ema: orUsual(z.object({ lengths }), usual.ema),
  boll: orUsual(z.object({ length, deviations }), usual.boll),
  vol: orUsual(z.object({ lengths }), usual.vol),
  macd: orUsual(macd, usual.macd),
  rsi: orUsual(z.object({ lengths }), usual.rsi),
  kdj: orUsual(z.object({ length, k: length, d: length }), usual.kdj),
});

const settings = z.object({
  overlays: orUsual(known(OVERLAYS), DEFAULT_CHART_SETTINGS.overlays),
  panes: orUsual(known(PANES), DEFAULT_CHART_SETTINGS.panes),
  params: orUsual(params, usual),
  scale: orUsual(z.enum(['linear', 'log']), DEFAULT_CHART_SETTINGS.scale),
});

const chart = orUsual(
  z.object({
    settings: orUsual(settings, DEFAULT_CHART_SETTINGS),
    interval: orUsual(z.enum(INTERVAL_IDS), USUAL_CHART.interval),
    row: orUsual(known(INTERVAL_IDS), USUAL_CHART.row),
    showsMarks: orUsual(z.boolean(), USUAL_CHART.showsMarks),
    isStripOpen: orUsual(z.boolean(), USUAL_CHART.isStripOpen),
    isFuturesStripOpen: orUsual(z.optional(z.boolean()), undefined),
  }),
  USUAL_CHART,
);

/** Stored preferences, perhaps of another app version: valid parts, and defaults for the rest. */
export function checkedChart(stored: unknown): ChartPreferences {
  return z.parse(chart, stored);
}
