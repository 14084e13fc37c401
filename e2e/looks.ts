/** Looking at screens: in which languages and themes, on which phones, and what is wrong with what is seen. */
import type { Page } from '@playwright/test';
import { findBarriers } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { settle } from './screens.ts';

const PIXEL = { width: 412, height: 839 };
const SMALL = { width: 360, height: 640 };
type Phone = { readonly width: number; readonly height: number };

/** How a screen is looked at; `language` is what the language calls itself. */
export type Look = {
  readonly language: string;
  readonly tag: string;
  readonly theme: 'Dark' | 'Light';
  readonly phone: Phone;
};

/** By what they call themselves. */
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

/** Of each change: the language of the texts, and one of long words. */
export const LOOKS_OF_EACH_CHANGE: readonly Look[] = [
  { language: 'English', tag: 'en', theme: 'Dark', phone: PIXEL },
  { language: 'Español', tag: 'es', theme: 'Light', phone: SMALL },
];

/** Every language in both themes. */
export const LOOKS: readonly Look[] = LANGUAGES.flatMap((language) =>
  (['Dark', 'Light'] as const).map((theme) => ({ ...language, theme, phone: SMALL })),
);

// The narrowest phones there are, the usual small one, and the widest.
const WIDTHS = [320, 360, 430] as const;
const HEIGHT = 740;
/** `PICTURES=1` keeps a picture of every screen on the small phone, for who wants to look at them. */
const isLookedAt = process.env['PICTURES'] === '1';
/** As much of a long page as can be looked at. */
const PICTURE_HEIGHT_MAX = 1600;

/** What axe finds and what does not fit, on a screen as it stands; its picture is kept at `picturePath`. */
export async function findFaults(page: Page, phone: Phone, picturePath: string): Promise<string[]> {
  const faults = [...(await findBarriers(page)), ...(await findMisfits(page))];
  if (isLookedAt) await takePicture(page, picturePath);
  await page.setViewportSize(phone);
  return faults;
}

/** What does not fit at each of the usual widths. */
export async function findMisfits(page: Page): Promise<string[]> {
  const misfits: string[] = [];
  for (const width of WIDTHS) {
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
