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
  if (isLookedAt) await page.screenshot({ path: test.info().outputPath(`${station}.png`) });
  return found.map((fault) => `${station}: ${fault}`);
}
