import type { Locator, Page } from '@playwright/test';

/** More than a page has tab stops. */
const TABS_MAX = 120;

/** Presses Tab until an element has the focus, unless it has it already. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead there');
}
