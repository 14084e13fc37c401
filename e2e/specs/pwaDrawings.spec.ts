// Tests drawings on the K-line, with fingers and the real worker: what a user draws is there after a reload, on another
// device and without a network, and what they delete on one device disappears from the other.
import { workerIsThere } from '../deployments.ts';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { AuthPages } from '../page-models/AuthPages.ts';
import { KlinePage } from '../page-models/KlinePage.ts';

const SYMBOL = 'BTC/USDT';
const [FROM, TO, MIDDLE] = [
  [0.2, 0.25],
  [0.6, 0.35],
  [0.4, 0.3],
] as const;

test('a trend line stays over a reload, on a second device and offline, until it is deleted', async ({
  page,
  context,
  browser,
  baseURL,
  api,
  auth,
  kline,
  expectedErrors,
}) => {
  expectedErrors.push(...CUT_OFF);
  const address = newAddress();
  await api.register(address);
  await auth.enter(address);
  await kline.open(SYMBOL);
  await kline.startDrawing();
  await kline.tools.getByRole('button', { name: 'Trend line' }).tap();
  await kline.tapChart(FROM);
  await kline.tapChart(TO);
  const name = (await kline.selectedLine.getAttribute('aria-label')) ?? '';
  expect(name).toMatch(/^Trend line, [\d,.]+ to [\d,.]+$/);

  // A hidden line cannot be selected, and a shown one can.
  const hide = kline.tools.getByRole('button', { name: 'Hide drawings' });
  await hide.tap();
  await kline.tapChart(MIDDLE);
  await expect(kline.selectedLine).toHaveCount(0);
  await hide.tap();
  await kline.tapChart(MIDDLE);
  await expect(kline.selectedLine).toHaveAttribute('aria-label', name);

  const second = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block', locale: 'en' });
  const other = await second.newPage();
  await new AuthPages(other, api).enter(address);
  const otherKline = new KlinePage(other);
  await otherKline.open(SYMBOL);
  await otherKline.startDrawing();
  const otherList = await otherKline.listDrawings();
  await expect(otherList.getByRole('button', { name, exact: true })).toBeVisible();

  const reload = async () => {
    await page.reload();
    await kline.canvas.waitFor();
    await kline.startDrawing();
    return kline.listDrawings();
  };
  // With the worker in control, this also caches the code of the page.
  await workerIsThere(page);
  await expect((await reload()).getByRole('button', { name, exact: true })).toBeVisible();
  await context.setOffline(true);
  const list = await reload();
  await expect(list.getByRole('button', { name, exact: true })).toBeVisible();
  await context.setOffline(false);

  await otherList.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(list).toContainText('No drawings in this market yet.');
  await second.close();
});
