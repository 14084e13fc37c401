/** Colours of the design tokens for the canvas, which cannot use CSS variables. */

const TOKENS = {
  up: '--up',
  down: '--down',
  upWash: '--up-wash',
  downWash: '--down-wash',
  line: '--line',
  lineStrong: '--line-strong',
  ground: '--ground',
  raised: '--raised',
  text: '--text',
  soft: '--text-soft',
  label: '--text-faint',
  accent: '--accent',
  warn: '--warn',
  onAccent: '--on-accent',
  font: '--font',
} as const;

/** Lines of indicators, in order. */
const LINE_TOKENS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4'] as const;

/** Colours, typeface, and label size in px, which follows the user's text size. */
export type ChartTheme = { readonly [Name in keyof typeof TOKENS]: string } & {
  readonly lines: readonly string[];
  /** Whether rising candles are drawn as outlines. */
  readonly isHollow: boolean;
  readonly labelPx: number;
};

/** Smallest text size of the design, in rem. */
const LABEL_REM = 0.75;
const USUAL_TEXT_PX = 16;

/** Current values of the tokens. */
export function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(token).trim();
  return {
    up: read(TOKENS.up),
    down: read(TOKENS.down),
    upWash: read(TOKENS.upWash),
    downWash: read(TOKENS.downWash),
    line: read(TOKENS.line),
    lineStrong: read(TOKENS.lineStrong),
    ground: read(TOKENS.ground),
    raised: read(TOKENS.raised),
    text: read(TOKENS.text),
    soft: read(TOKENS.soft),
    label: read(TOKENS.label),
    accent: read(TOKENS.accent),
    warn: read(TOKENS.warn),
    onAccent: read(TOKENS.onAccent),
    font: read(TOKENS.font),
    isHollow: read('--candle-up') === 'hollow',
    lines: LINE_TOKENS.map(read),
    labelPx: LABEL_REM * (Number.parseFloat(style.fontSize) || USUAL_TEXT_PX),
  };
}

/** Calls `onChange` when the theme or the price colours change. Returns the unsubscribe function. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-colours'] });
  return () => observer.disconnect();
}
