/**
 * Text widths on a canvas, with all digits measured as zeros: nothing shifts while figures change, and measurements are
 * reused.
 */

const WIDTHS_MAX = 1000;
const DIGITS = /\p{Nd}/gu;
const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;
let penFont = '';

/**
 * The width in px; 0 where there is no canvas. Chromium retains each text that it measures, so none is measured twice.
 */
export function textWidth(text: string, font: string): number {
  const still = text.replace(DIGITS, '0');
  const name = `${font} ${still}`;
  const known = widths.get(name);
  if (known !== undefined) return known;
  if (widths.size >= WIDTHS_MAX) widths.clear();
  const width = measured(still, font);
  widths.set(name, width);
  return width;
}

function measured(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return 0;
  if (font !== penFont) pen.font = font;
  penFont = font;
  return pen.measureText(text).width;
}
