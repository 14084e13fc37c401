/** What is wrong with a screen as it stands: for who cannot see it, and for whose phone is small. */
import { test, type Page } from '@playwright/test';
import { findBarriers } from './barriers.ts';
import { findOverflow } from './overflow.ts';
import { settle } from './screens.ts';

/** `PICTURES=1` keeps a picture of every station, for who wants to look at them. */
const isLookedAt = process.env['PICTURES'] === '1';

/** What axe finds wrong with a page and what does not fit; each begins with the station that it was found at. */
export async function findFaults(page: Page, station: string): Promise<string[]> {
  await settle(page);
  const found = [...(await findBarriers(page)), ...(await findOverflow(page))];
  if (isLookedAt) await takePicture(page, station);
  return found.map((fault) => `${station}: ${fault}`);
}

/**
 * The same in both themes, of a page that follows its device. What fits and what has a name is the same in both, so the
 * second is looked at for what it makes hard to read.
 */
export async function findFaultsInThemes(page: Page, station: string): Promise<string[]> {
  const faults = await findFaults(page, `${station}-${await useTheme(page, 'dark')}`);
  const theme = await useTheme(page, 'light');
  await settle(page);
  const found = await findBarriers(page, ['color-contrast', 'link-in-text-block']);
  if (isLookedAt) await takePicture(page, `${station}-${theme}`);
  return [...faults, ...found.map((fault) => `${station}-${theme}: ${fault}`)];
}

async function useTheme<Theme extends 'dark' | 'light'>(page: Page, colorScheme: Theme): Promise<Theme> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  return colorScheme;
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}
