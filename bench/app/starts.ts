/**
 * A start with an empty cache and one from the worker, each beside the bare page, on a phone slowed four times: the
 * largest paint.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { sayShare, type Pairs } from './goals.ts';

export const SLOWER = 4;
const COLD_TIMES_MAX = 5;
const WARM_TIMES_MAX = 5;

type Place = { readonly url: string; readonly bareUrl: string; readonly rounds: number };
type Pair = Pairs[number];

/** Measures a cold, a warm and a bare start a round. */
export async function compareStarts(context: BrowserContext, { url, bareUrl, rounds }: Place): Promise<boolean> {
  const [cold, warm]: [Pair[], Pair[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await largestPaint(context, bareUrl, 'main h1');
    await forgetSite(context, url);
    cold.push({ app: await largestPaint(context, url, 'main li a'), bare });
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.close();
    warm.push({ app: await largestPaint(context, url, 'main li a'), bare });
  }
  return [
    sayShare('cold start, largest paint', cold, COLD_TIMES_MAX),
    sayShare('warm start, largest paint', warm, WARM_TIMES_MAX),
  ].every(Boolean);
}

/** In ms, of a page of its own, once `landmark` is there. */
async function largestPaint(context: BrowserContext, url: string, landmark: string): Promise<number> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url);
  await page.locator(landmark).first().waitFor();
  const lcp = await readLargestPaint(page);
  await page.close();
  return lcp;
}

function readLargestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          if (last !== undefined) resolve(last.startTime);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

async function forgetSite(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await tools.send('Network.clearBrowserCache');
  await page.close();
}
