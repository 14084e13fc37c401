/** The colours of the design tokens, for the canvas, which knows no CSS variables. */

const TOKENS = {
  up: '--up',
  down: '--down',
  upWash: '--up-wash',
  downWash: '--down-wash',
  line: '--line',
  label: '--text-faint',
  averageFast: '--average-fast',
  averageSlow: '--average-slow',
  font: '--font',
} as const;

/** The colours, the typeface, and the size of labels in px, which follows the reader's own text size. */
export type ChartTheme = { readonly [Name in keyof typeof TOKENS]: string } & { readonly labelPx: number };

/** The size of the smallest text in the design, in the reader's own text sizes. */
const LABEL_REM = 0.6875;
const USUAL_TEXT_PX = 16;

/** The tokens as they stand now. */
export function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(token).trim();
  return {
    up: read(TOKENS.up),
    down: read(TOKENS.down),
    upWash: read(TOKENS.upWash),
    downWash: read(TOKENS.downWash),
    line: read(TOKENS.line),
    label: read(TOKENS.label),
    averageFast: read(TOKENS.averageFast),
    averageSlow: read(TOKENS.averageSlow),
    font: read(TOKENS.font),
    labelPx: LABEL_REM * (Number.parseFloat(style.fontSize) || USUAL_TEXT_PX),
  };
}

/** Calls `onChange` when the user turns dark to light or chooses other colours. Returns the way to stop. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-colours'] });
  return () => observer.disconnect();
}
