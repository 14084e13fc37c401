/** Appearance of indicators: their colours, and the numbers in their titles. */
import type { OverlayId, PaneId } from './chartSettings.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Figures } from './figures.ts';

export type IndicatorId = OverlayId | PaneId;

/** EMA is dashed and starts with another colour, to distinguish it from MA beside it. */
const FIRST_COLOUR: Partial<Record<IndicatorId, number>> = { ema: 2 };
export const DASHED: ReadonlySet<IndicatorId> = new Set(['ema']);
/** The three lines of BOLL share a colour. */
const BAND_COLOUR = 3;
const SHARE_PLACES = 2;

/** Colour of an indicator's line by its index. */
export function lineColour(id: IndicatorId, place: number, { lines }: ChartTheme): string {
  const at = id === 'boll' ? BAND_COLOUR : (FIRST_COLOUR[id] ?? 0) + place;
  return lines[at % lines.length] ?? '';
}

/**
 * Formatted value of an indicator: a volume abbreviated, an oscillator with two decimals, everything else as a price.
 */
export function figureOf(id: IndicatorId, value: number, figures: Figures): string {
  if (id === 'vol') return figures.compact(value);
  return id === 'rsi' || id === 'kdj' ? figures.number(value, SHARE_PLACES) : figures.price(value);
}

/** Name of a line beside its value; the same in every language. */
export function lineName(id: IndicatorId, name: string): string {
  if (id === 'boll') return { upper: 'UB', middle: 'BOLL', lower: 'LB' }[name] ?? name.toUpperCase();
  if (id === 'macd' && name === 'bars') return 'MACD';
  return name.toUpperCase();
}
