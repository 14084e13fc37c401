// Tests that Chromium would install the app, and that the installed app opens without its server.
import type { Page } from '@playwright/test';
import { CUT_OFF, expect, NIGHTLY } from '../fixtures.ts';
import { test } from '../profile.ts';

test('Chromium finds the app installable', async ({ page, context, home }) => {
  await home.open();
  await workerIsReady(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { data, errors, url } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toMatch(/\/h5\/manifest\.webmanifest$/);
  const manifest = JSON.parse(data ?? '') as { icons: Picture[]; screenshots: Picture[] };
  expect(manifest).toMatchObject({ id: '/h5/', scope: '/h5/', display: 'standalone' });
  const pictures = [...manifest.icons, ...manifest.screenshots].filter(({ sizes }) => sizes !== 'any');
  expect(pictures.length).toBeGreaterThan(5);
  for (const { src, sizes } of pictures) expect(`${src} ${await sizeOf(page, src)}`).toBe(`${src} ${sizes}`);
});

// pwaOffline.spec.ts covers it without a network.
test(
  'the app opens without its server, shows that, and recovers when the server is back',
  NIGHTLY,
  async ({ page, exchange, home, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    await home.open();
    await workerIsReady(page);
    await exchange.kill();
    await page.reload();
    await expect(home.tab('Trade')).toBeVisible();
    await expect(page.getByText(/^The exchange cannot be reached\./)).toBeVisible();
    // Prices of the last visit, and never shown as current.
    await expect(home.market('BTC')).toBeVisible();
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    await exchange.start();
    await expect(page.getByText(/^The exchange cannot be reached\./)).toBeHidden();
    await expect(home.market('BTC')).toBeVisible();
  },
);

type Picture = { readonly src: string; readonly sizes: string };

/** The real size of a picture. */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);
}

/** Waits until the worker holds the whole shell. */
async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}
