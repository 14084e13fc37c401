/** Pages that crash during a money mutation. */
import type { BrowserContext, Page } from '@playwright/test';

/**
 * When a page crashes: before its request leaves; when the exchange has carried it out and not answered yet; or with
 * the answer received and not drawn yet.
 */
export const CRASHES = ['asked', 'sent', 'answered'] as const;
type Crash = (typeof CRASHES)[number];

/** A money mutation: the address of its call, and the steps by which a page sends it. */
type Write = { readonly url: string; readonly press: (page: Page) => Promise<void> };

/** Opens a page that sends a money mutation and crashes during it. */
export async function sendAndCrash(context: BrowserContext, crash: Crash, { url, press }: Write): Promise<void> {
  const page = await context.newPage();
  const reached = new Promise<void>((reach) => {
    void page.route(url, async (route) => {
      if (crash === 'asked') return reach();
      const response = await route.fetch();
      if (crash === 'sent') return reach();
      // From here on nothing is drawn, so the screen does not show the answer.
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
