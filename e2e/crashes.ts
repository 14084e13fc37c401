/** Pages that die while they write money. */
import type { BrowserContext, Page } from '@playwright/test';

/**
 * When a page dies: before its request leaves, when the exchange has done it and not answered yet, or with the answer
 * that it did not draw yet.
 */
export const DEATHS = ['asked', 'sent', 'answered'] as const;
type Crash = (typeof DEATHS)[number];

/** A money write: the address of its call, and how a page is brought to send it. */
type Write = { readonly url: string; readonly press: (page: Page) => Promise<void> };

/** Opens a page that sends a money write and dies of it. */
export async function dieSending(context: BrowserContext, death: Crash, { url, press }: Write): Promise<void> {
  const page = await context.newPage();
  const reached = new Promise<void>((reach) => {
    void page.route(url, async (route) => {
      if (death === 'asked') return reach();
      const response = await route.fetch();
      if (death === 'sent') return reach();
      // From here on nothing is drawn, so that the screen does not show what is answered.
      await page.evaluate(() => {
        window.requestAnimationFrame = () => 0;
      });
      const answered = page.waitForEvent('requestfinished', (request) => request === route.request());
      await route.fulfill({ response });
      await answered;
      reach();
    });
  });
  await press(page);
  await reached;
  await page.close();
}
