/** Faults of a screen: accessibility, and layout on small phones. */
import { test, type Page } from '@playwright/test';
import { isThorough } from '@halyard/contract/testing/thorough';
import { findBarriers } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { settle } from './screens.ts';

/** `PICTURES=1` saves a picture of every station, for manual review. */
const isLookedAt = process.env['PICTURES'] === '1';

/**
 * The screens of a page that axe has checked: it takes longer than all else, so it checks each only once except by
 * night.
 */
const lookedAt = new WeakMap<Page, Set<string>>();

/** Findings of axe and things that do not fit; each begins with the station where it was found. */
export async function findFaults(page: Page, station: string): Promise<string[]> {
  await settle(page);
  const found = [...((await isNewScreen(page)) ? await findBarriers(page) : []), ...(await findOverflow(page))];
  if (isLookedAt) await takePicture(page, station);
  return found.map((fault) => `${station}: ${fault}`);
}

/**
 * The same, by night in both themes, of a page that follows its device. Layout and names are the same in both, so the
 * second is checked for contrast only.
 */
export async function findFaultsInThemes(page: Page, station: string): Promise<string[]> {
  const faults = await findFaults(page, `${station}-${await useTheme(page, 'dark')}`);
  if (!isThorough) return faults;
  const theme = await useTheme(page, 'light');
  await settle(page);
  const found = await findBarriers(page, ['color-contrast', 'link-in-text-block']);
  if (isLookedAt) await takePicture(page, `${station}-${theme}`);
  return [...faults, ...found.map((fault) => `${station}-${theme}: ${fault}`)];
}

/** Whether axe checks what is shown: a sheet over a screen is another screen. */
async function isNewScreen(page: Page): Promise<boolean> {
  const sheets = await page.getByRole('dialog').count();
  const screen = `${new URL(page.url()).hash.replace(/\?.*/, '')} ${sheets}`;
  const known = lookedAt.get(page) ?? new Set();
  lookedAt.set(page, known);
  if (known.has(screen) && !isThorough) return false;
  known.add(screen);
  return true;
}

async function useTheme<Theme extends 'dark' | 'light'>(page: Page, colorScheme: Theme): Promise<Theme> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  return colorScheme;
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}
