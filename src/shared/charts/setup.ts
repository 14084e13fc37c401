import type { Period } from '@halyard/contract/market/calls';
import type { ChartSettings } from './chartSettings.ts';

/** A second is the charts' own period: prices as they arrive. */
export type ChartPeriod = Period | '1s';

/** `full`: with figures, buttons and all panes. `strip`: the picture alone, small. */
export type ChartLook = 'full' | 'strip';

/** Visible range of a new chart, in candles: in total, and the share of it reserved for future candles. */
export type ChartWindow = { readonly span: number; readonly ahead: number };

/** `candles`: candlesticks with indicators over them. `line`: the time-share line. */
export type ChartMode = 'candles' | 'line';

/** Labels before the figures of a candle, in the user's language. */
export type FigureWords = {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

/** Description of the chart's content. */
export type ChartSetup = {
  readonly period: ChartPeriod;
  readonly mode: ChartMode;
  readonly pricePlaces: number;
  readonly locale: string;
  readonly settings: ChartSettings;
  readonly look: ChartLook;
  readonly words: FigureWords;
  readonly window?: ChartWindow | undefined;
};
