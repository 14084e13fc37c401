import type { Period } from '@halyard/contract/market/calls';
import type { ChartLook } from './chartPicture.ts';
import type { ChartSettings } from './chartSettings.ts';

/** A second is the charts' own: prices as they come in. */
export type ChartPeriod = Period | '1s';

/** What is in sight when a chart opens, in candles: in all, and of that the room for those to come. */
export type ChartWindow = { readonly span: number; readonly ahead: number };

/** `candles`: candlesticks with indicators over them. `line`: the time-share line. */
export type ChartMode = 'candles' | 'line';

/** What stands before the figures of a candle, in the user's language. */
export type FigureWords = {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

/** What the chart is told about what it shows. */
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
