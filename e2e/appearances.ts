/** Checks screens: in which languages and themes, on which phones, and their faults. */
import type { Page } from '@playwright/test';
import { isThorough } from '@halyard/contract/testing/thorough';
import { findBarriers } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { settle } from './screens.ts';
import { findSmallTargets } from './targets.ts';

const PIXEL = { width: 412, height: 839 };
const SMALL = { width: 360, height: 640 };
type Phone = { readonly width: number; readonly height: number };

/** One way to view a screen; `language` is the language's own name. */
export type Appearance = {
  readonly language: string;
  readonly tag: string;
  readonly theme: 'Dark' | 'Light';
  readonly phone: Phone;
  readonly font: Font;
  /** Whether axe checks too: once for each screen of a change, since it takes longer than all other checks. */
  readonly isForAxe: boolean;
};

/** The device's own, or the widest font that devices without one of their own fall back to. */
type Font = 'own' | typeof WIDE_FONT;
const WIDE_FONT = 'DejaVu Sans';

/** By their own names. */
export const LANGUAGES = [
  { language: 'English', tag: 'en' },
  { language: 'Español', tag: 'es' },
  { language: 'Tiếng Việt', tag: 'vi' },
  { language: '日本語', tag: 'ja' },
  { language: '简体中文', tag: 'zh-Hans' },
  { language: '繁體中文', tag: 'zh-Hant-HK' },
  { language: '한국어', tag: 'ko' },
  { language: 'ไทย', tag: 'th' },
] as const;

/** Of each change: the language of the texts, and one with long words. */
export const APPEARANCES_OF_EACH_CHANGE: readonly Appearance[] = [
  { language: 'English', tag: 'en', theme: 'Dark', phone: PIXEL, font: 'own', isForAxe: true },
  { language: 'Español', tag: 'es', theme: 'Light', phone: SMALL, font: WIDE_FONT, isForAxe: false },
];

/** Every language in both themes and both fonts. */
export const APPEARANCES: readonly Appearance[] = LANGUAGES.flatMap((language) => [
  { ...language, theme: 'Dark', phone: SMALL, font: 'own', isForAxe: true },
  { ...language, theme: 'Light', phone: SMALL, font: WIDE_FONT, isForAxe: true },
]);

// The narrowest phones there are and a desktop; by night the usual phones and the widest too.
const WIDTHS = isThorough ? [320, 360, 412, 430, 1280] : [320, 1280];
const HEIGHT = 740;
/** `PICTURES=1` saves a picture of every screen on the small phone, for manual review. */
const isLookedAt = process.env['PICTURES'] === '1';
/** The viewable part of a long page. */
const PICTURE_HEIGHT_MAX = 1600;

/**
 * Findings of axe, targets that are too low for a finger and things that do not fit; saves a picture at `picturePath`.
 */
export async function findFaults(
  page: Page,
  { phone, isForAxe }: Pick<Appearance, 'phone' | 'isForAxe'>,
  picturePath: string,
): Promise<string[]> {
  const barriers = isForAxe ? await findBarriers(page) : [];
  const faults = [...barriers, ...(await findSmallTargets(page)), ...(await findMisfits(page))];
  if (isLookedAt) await takePicture(page, picturePath);
  await page.setViewportSize(phone);
  return faults;
}

/** Renders all pages opened from now on in a font, if the machine has it. */
export async function writeIn(page: Page, font: Font): Promise<void> {
  if (font === 'own') return;
  await page.addInitScript((name) => {
    const sheet = new CSSStyleSheet();
    // Characters that the font lacks, such as Chinese, come from the device as usual.
    sheet.replaceSync(`* { font-family: '${name}', sans-serif !important }`);
    document.adoptedStyleSheets = [sheet];
  }, font);
  const isThere = await page.evaluate((name) => {
    const pen = document.createElement('canvas').getContext('2d');
    const widthIn = (family: string) => {
      if (pen !== null) pen.font = `20px ${family}`;
      return pen?.measureText('Wide words').width;
    };
    return widthIn(`'${name}', monospace`) !== widthIn('monospace');
  }, font);
  if (!isThere && process.env['CI'] !== undefined) throw new Error(`${font} is not installed here`);
}

/** Lists faults of layout at each of the widths (default: the usual ones). */
export async function findMisfits(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const misfits: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settle(page);
    misfits.push(...(await findOverflow(page)).map((fault) => `at ${width}: ${fault}`));
  }
  return misfits;
}

/** Of the small phone where a sheet is open, and otherwise of a phone as long as the page. */
async function takePicture(page: Page, path: string): Promise<void> {
  await page.setViewportSize(SMALL);
  await settle(page);
  const { scrollHeight, hasSheet } = await page.evaluate(() => ({
    scrollHeight: document.documentElement.scrollHeight,
    hasSheet: document.querySelector('[role="dialog"]') !== null,
  }));
  if (!hasSheet) {
    await page.setViewportSize({ ...SMALL, height: Math.min(scrollHeight, PICTURE_HEIGHT_MAX) });
    await settle(page);
  }
  await page.screenshot({ path, scale: 'css' });
}
