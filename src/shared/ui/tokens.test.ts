// In both themes and all colour conventions, text on every background reaches the contrast of WCAG AA (4.5, and 3 for
// non-text). Reads the token file, composes tints over their backgrounds, and computes contrast by the standard's
// formula.
import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Colours = Record<string, string>;

/** The colours that a selector sets. */
function block(selector: string): Colours {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no block ${selector}`);
  const body = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+): (#[0-9a-f]{6,8});/g)].map(([, name, hex]) => [name, hex]));
}

const dark = block(":root,\n[data-theme='dark']");
const light = block("[data-theme='light']");
const variants: [string, Colours][] = [
  ['dark', dark],
  ['light', light],
  ['dark, red up', { ...dark, ...block("[data-colours='red-up'][data-theme='dark']") }],
  ['light, red up', { ...light, ...block("[data-colours='red-up'][data-theme='light']") }],
  ['dark, red and blue', { ...dark, ...block("[data-colours='red-blue'][data-theme='dark']") }],
  ['light, red and blue', { ...light, ...block("[data-colours='red-blue'][data-theme='light']") }],
  ['dark, colour-blind', { ...dark, ...block("[data-colours='colour-blind'][data-theme='dark']") }],
  ['light, colour-blind', { ...light, ...block("[data-colours='colour-blind'][data-theme='light']") }],
];

type Rgb = [number, number, number];

function channels(hex: string): { rgb: Rgb; alpha: number } {
  const byte = (at: number) => {
    const digits = hex.slice(at, at + 2);
    return Number.parseInt(digits, 16);
  };
  return { rgb: [byte(1), byte(3), byte(5)], alpha: hex.length === 9 ? byte(7) / 255 : 1 };
}

function over(top: string, ground: Rgb): Rgb {
  const { rgb, alpha } = channels(top);
  const mix = (index: 0 | 1 | 2) => rgb[index] * alpha + ground[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2)];
}

function luminance(rgb: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((one, other) => other - one) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['--ground', '--surface', '--raised', '--sunken'];
const CHART = ['--chart-1', '--chart-2', '--chart-3', '--chart-4'];
const WORDS = [
  '--text',
  '--text-soft',
  '--text-faint',
  '--accent',
  '--up',
  '--down',
  '--warn',
  '--danger',
  '--average-fast',
  ...CHART,
];

describe.each(variants)('%s', (_, colours) => {
  const colour = (name: string) => colours[name] ?? '';
  const solid = (name: string): Rgb => channels(colour(name)).rgb;

  test.each(GROUNDS.flatMap((ground) => WORDS.map((word) => [word, ground] as const)))('%s on %s', (word, ground) => {
    expect(contrast(solid(word), solid(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['up', 'down', 'accent', 'warn'])('text in %s on its tint over background and surface', (name) => {
    for (const ground of ['--ground', '--surface']) {
      const wash = over(colour(`--${name}-wash`), solid(ground));
      expect(contrast(solid(`--${name}`), wash)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each([
    ['--on-accent', '--accent'],
    ['--on-up', '--up'],
    ['--on-down', '--down'],
  ])('%s on the button %s', (word, ground) => {
    expect(contrast(solid(word), solid(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('no chart line has the colour of another one, or of a price', () => {
    const seen = [...CHART, '--up', '--down'].map(colour);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each(['--focus', '--line-strong'])('%s is visible on every background', (name) => {
    for (const ground of GROUNDS) expect(contrast(solid(name), solid(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('errors do not use a price colour, which is green where red means up', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.module.css'));
  const lone = files.filter((file) => {
    const styles = readFileSync(join(root, file), 'utf8');
    return styles.includes('var(--down') && !styles.includes('var(--up');
  });
  expect(lone).toEqual([]);
});
