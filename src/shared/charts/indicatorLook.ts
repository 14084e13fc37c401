/** How indicators look: their colours, and the numbers in their titles. */
import type { OverlayId, PaneId } from './chartSettings.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Figures } from './figures.ts';

export type IndicatorId = OverlayId | PaneId;

/** EMA is dashed and begins with another colour, so that it is told from MA beside it. */
const FIRST_COLOUR: Partial<Record<IndicatorId, number>> = { ema: 2 };
export const DASHED: ReadonlySet<IndicatorId> = new Set(['ema']);
/** The three lines of BOLL belong together and share a colour. */
const BAND_COLOUR = 3;
const SHARE_PLACES = 2;

/** The colour of the line at a place of an indicator. */
export function lineColour(id: IndicatorId, place: number, { lines }: ChartTheme): string {
  const at = id === 'boll' ? BAND_COLOUR : (FIRST_COLOUR[id] ?? 0) + place;
  return lines[at % lines.length] ?? '';
}

/** A value of an indicator in figures: a volume in short, an oscillator with two places, everything else as a price. */
export function figureOf(id: IndicatorId, value: number, figures: Figures): string {
  if (id === 'vol') return figures.compact(value);
  return id === 'rsi' || id === 'kdj' ? figures.number(value, SHARE_PLACES) : figures.price(value);
}

/** What a line is called beside its value: traders say it the same in every language. */
export function lineName(id: IndicatorId, name: string): string {
  if (id === 'boll') return { upper: 'UB', middle: 'BOLL', lower: 'LB' }[name] ?? name.toUpperCase();
  if (id === 'macd' && name === 'bars') return 'MACD';
  return name.toUpperCase();
}
