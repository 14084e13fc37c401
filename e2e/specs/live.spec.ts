// Proves what a trader sees when the line to the exchange is cut for 20 seconds without a word and comes back: that it is said at once, that nothing can be
// traded on old prices, and that no candle and no level of the book is missing or wrong afterwards. The market runs a candle a second.
import type { Page } from '@playwright/test';
import { openLine, type CutLine } from '../cutLine.ts';
import { expect, newAddress, test as base } from '../fixtures.ts';

const LOST = 'The exchange can not be reached. Trying again.';
const STALE = 'Prices are older than 5 seconds. Reconnecting; orders are off until then.';
const CUT_MS = 20_000;

const test = base.extend<{ readonly line: CutLine }>({
  line: async ({ exchange }, use) => {
    const line = await openLine(exchange.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(`${line.url}/h5/`),
});
test.use({ settings: { FEED_SPEED: '60' } });
test.describe.configure({ timeout: 360_000 });

test('the K-line has no gap after the line was cut for 20 s', { tag: '@alone' }, async ({ page, api, kline, line }) => {
  await kline.open('BTC/USDT');
  await kline.chooseFromAll('1 minute');
  await expect(kline.closesIn).toBeVisible();
  await cutFor(page, line);
  await expect(page.getByText(LOST)).toBeHidden({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Show candles as a table' }).click();
  const rows = page.getByRole('dialog').getByRole('row');
  await expect(rows).toHaveCount(51);
  // The first row under the head is the candle that is still open.
  const shown = (await rows.allInnerTexts()).slice(2).map(pricesOf);
  const known = await api.newestMinutes('BTC/USDT');
  const end = known.lastIndexOf(shown[0] ?? '') + 1;
  expect(end).toBeGreaterThan(shown.length);
  expect(shown).toEqual(known.slice(end - shown.length, end).toReversed());
});

test(
  'orders are off while prices are old, and the book is the exchange’s again afterwards',
  { tag: '@alone' },
  async ({ page, api, auth, trade, line }) => {
    const address = newAddress();
    const token = await api.register(address);
    await api.fund(token, 'USDT', '10000');
    await auth.enter(address);
    await trade.open();
    await expect(trade.button('Buy')).toBeEnabled();
    await cutFor(page, line, async () => {
      await expect(page.getByText(STALE)).toBeVisible();
      await expect(trade.button('Buy')).toBeDisabled();
    });
    await expect(trade.button('Buy')).toBeEnabled({ timeout: 60_000 });
    await expect(page.getByText(STALE)).toBeHidden();

    await expect
      .poll(async () => {
        // The book on the screen is a moment old.
        const offered = [await api.bestBid('BTC/USDT')];
        const label = ((await trade.bids.first().getAttribute('aria-label')) ?? '').replaceAll(',', '');
        offered.push(await api.bestBid('BTC/USDT'));
        return offered.some((price) => label.includes(`${price} `)) || label;
      })
      .toBe(true);
    await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
    expect(await api.orders(token)).toHaveLength(1);
  },
);

/** Cuts the line, sees that it is said before prices count as old, and gives it back after 20 s. */
async function cutFor(page: Page, line: CutLine, meanwhile?: () => Promise<void>): Promise<void> {
  const cutAtMs = Date.now();
  line.cut();
  await expect(page.getByText(LOST)).toBeVisible();
  const saidAfterMs = Date.now() - cutAtMs;
  base.info().annotations.push({ type: 'said after ms', description: String(saidAfterMs) });
  await meanwhile?.();
  await expect.poll(() => Date.now() - cutAtMs, { timeout: CUT_MS * 3 }).toBeGreaterThan(CUT_MS);
  await expect(page.getByText(LOST)).toBeVisible();
  line.restore();
}

/** Open, high, low and close of a row of the table. */
function pricesOf(row: string): string {
  return row.replaceAll(',', '').trim().split(/\s+/).slice(-4).join(' ');
}
