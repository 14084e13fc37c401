import type { Period } from '@halyard/contract/calls/markets';
import type { ChartLook } from './chartPicture.ts';
import type { ChartSettings } from './chartSettings.ts';

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
  readonly period: Period;
  readonly mode: ChartMode;
  readonly pricePlaces: number;
  readonly locale: string;
  readonly settings: ChartSettings;
  readonly look: ChartLook;
  readonly words: FigureWords;
};
