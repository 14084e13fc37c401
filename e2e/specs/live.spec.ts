// Tests the screens when the connection to the exchange is silently interrupted and restored many candles later: the
// app shows it, disables trading on old prices, and afterwards no candle and no level of the book is missing or wrong;
// and that a stop-limit order waits outside the book until the market reaches its stop price, and then trades. The
// market runs a candle every three seconds.
// price, and then trades. The market runs a candle every three seconds.
import type { Page } from '@playwright/test';
import type { Api } from '@halyard/contract/testing/api';
import type { CutLine } from '@halyard/contract/testing/cutLine';
import { expect } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';
import type { TradePage } from '../page-models/TradePage.ts';
import { test } from '../throughLine.ts';

const LOST = /^The exchange cannot be reached\./;
// Beside the button that is disabled because of it.
const OFF = 'The server could not be reached. Check your connection and try again.';
/** So many candles pass during the interruption. */
const MISSED = 5;

test.use({ settings: { FEED_SPEED: '20' } });
test('the K-line has no gap after a lost connection', async ({ page, api, kline, line }) => {
  await kline.open('BTC/USDT');
  await kline.chooseFromAll('1 minute');
  await expect(kline.closesIn).toBeVisible();
  await cutFor(page, { api, line });
  await expect(page.getByText(LOST)).toBeHidden();

  await page.getByRole('button', { name: 'Show candles as a table' }).click();
  const table = page.getByRole('dialog').getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(51);
  // Read in one step: a row that leaves while rows are read one by one has no cells any more.
  const rows = await table.evaluate((element: HTMLTableElement) => [...element.rows].map((row) => row.innerText));
  // The first row under the head is the candle that is still open.
  const shown = rows.slice(2).map(pricesOf);
  const known = await api.newestMinutes('BTC/USDT');
  // Two minutes without a trade look alike, so the newest one shown may be either.
  const ends = known.flatMap((prices, index) => (prices === shown[0] ? [index + 1] : []));
  expect(ends.map((end) => known.slice(end - shown.length, end).toReversed())).toContainEqual(shown);
});

test('orders are disabled while prices are old, and the book equals the exchange’s afterwards', async ({
  page,
  api,
  auth,
  trade,
  line,
}) => {
  const token = await logInWithFunds({ api, auth });
  await trade.open();
  await expect(trade.button('Buy')).toBeEnabled();
  await cutFor(page, { api, line }, async () => {
    await expect(page.getByText(OFF)).toBeVisible();
    await expect(trade.button('Buy')).toBeDisabled();
  });
  await expect(trade.button('Buy')).toBeEnabled();
  await expect(page.getByText(OFF)).toBeHidden();

  // The book on the screen is a moment old: its best prices have been valid since the connection returned.
  const offered: string[] = [];
  await expect
    .poll(async () => {
      offered.push(await api.bestBid('BTC/USDT'));
      const label = ((await trade.bids.first().getAttribute('aria-label')) ?? '').replaceAll(',', '');
      return offered.some((price) => label.includes(`${price} `)) || label;
    })
    .toBe(true);
  await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
  expect(await api.orders(token)).toHaveLength(1);
});

test('stop-limit orders are triggered by the replayed market', async ({ page, api, auth, trade }) => {
  const token = await logInWithFunds({ api, auth });
  await api.fund(token, 'BTC', '1');
  await trade.open();
  await trade.confirmNoMore();
  // On either side of a price that swings by more, so that one of them is reached within a swing.
  await placeStop({ api, trade }, 'Buy', ['1.004', '1.03']);
  await placeStop({ api, trade }, 'Sell', ['0.996', '0.97']);
  await expect.poll(async () => (await api.orders(token)).length).toBe(2);

  await trade.ordersTab(/^History/).click();
  await expect(trade.rows.first()).toContainText('Completed', { timeout: 240_000 });
  const done = (await api.orders(token)).filter(({ status }) => status === 'completed');
  expect(done.length).toBeGreaterThan(0);
  for (const order of done) {
    expect(order).toMatchObject({ orderType: 'stop_limit', filledQuantity: '0.01' });
    expect(Date.parse(order.triggeredAt ?? '')).toBeGreaterThanOrEqual(Date.parse(order.createdAt));
  }
  await trade.rows.first().getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText(/^Triggered at /)).toBeVisible();
});

type Screen = { readonly api: Api; readonly trade: TradePage };

/** Places an order whose stop and limit are so much of the price; again if the market passed it meanwhile. */
async function placeStop({ api, trade }: Screen, side: 'Buy' | 'Sell', [stop, limit]: [string, string]): Promise<void> {
  await expect(async () => {
    const prices = { stop: await api.priceNear('BTC', stop), price: await api.priceNear('BTC', limit) };
    await trade.fillTicket({ side, type: 'Stop-limit', amount: '0.01', ...prices });
    await trade.button(side).click();
    await expect(trade.field('Amount')).toHaveValue('');
  }).toPass();
}

type Cut = { readonly api: Api; readonly line: CutLine };

/** Interrupts the connection, checks that the app shows it, and restores it when the market is further. */
async function cutFor(page: Page, { api, line }: Cut, meanwhile?: () => Promise<void>): Promise<void> {
  line.cut();
  await expect(page.getByText(LOST)).toBeVisible();
  await meanwhile?.();
  // The last complete candle.
  const last = (await api.newestMinutes('BTC/USDT')).at(-2) ?? '';
  const passed = async () => {
    const known = await api.newestMinutes('BTC/USDT');
    return known.length - known.lastIndexOf(last);
  };
  await expect.poll(passed).toBeGreaterThan(MISSED);
  await expect(page.getByText(LOST)).toBeVisible();
  line.restore();
}

/** Open, high, low and close of a row of the table. */
function pricesOf(row: string): string {
  return row.replaceAll(',', '').trim().split(/\s+/).slice(-4).join(' ');
}
