// Tests that one request has one effect, for any number of taps and on any connection.
import type { Page } from '@playwright/test';
import { expect, MOVING, NIGHTLY, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';

const ORDERS = '**/api/coin/trade';
// Below the market, so that it waits, and not so far that it needs a confirmation.
const BID = { side: 'Buy', type: 'Limit', amount: '0.01' } as const;
let price = '';

// A finger meets sheets that are moving.
test.use(MOVING);
test.beforeEach(async ({ api, auth, trade }) => {
  await logInWithFunds({ api, auth });
  await trade.open();
  price = await api.priceNear('BTC', '0.97');
});

test('two quick taps on the confirmation sheet make one order', async ({ page, api, auth, trade }) => {
  const sent = countOrders(page);
  await trade.fillTicket({ ...BID, price });
  await trade.button('Buy').click();
  await trade.confirm.dblclick();
  await expect(trade.confirmation).toBeHidden();
  await expect(trade.ordersTab(/^Open \(1\)/)).toBeVisible();
  expect(sent()).toBe(1);
  expect(await api.orders(await auth.storedToken())).toHaveLength(1);
});

test('a tap on a sheet that slides away does not reach the page below', async ({ page, trade }) => {
  await trade.fillTicket({ ...BID, price });
  await trade.button('Buy').click();
  const below = page.evaluate(whatLiesBelowNextTap);
  await trade.confirm.click();
  expect(await below).toBe(false);
  await expect(trade.confirmation).toBeHidden();
});

// The taps on the sheet cover it.
test('two quick taps on Buy make one order', NIGHTLY, async ({ page, api, auth, trade }) => {
  const sent = countOrders(page);
  await trade.confirmNoMore();
  await trade.fillTicket({ ...BID, price });
  await trade.button('Buy').dblclick();
  await expect(trade.ordersTab(/^Open \(1\)/)).toBeVisible();
  expect(sent()).toBe(1);
  expect(await api.orders(await auth.storedToken())).toHaveLength(1);
});

// A lost answer is the harder case, below.
test('taps before the answer arrives make no second order', NIGHTLY, async ({ page, api, auth, trade }) => {
  const sent = countOrders(page);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(ORDERS, async (route) => {
    const response = await route.fetch();
    await mayAnswer;
    await route.fulfill({ response });
  });
  await trade.confirmNoMore();
  await trade.fillTicket({ ...BID, price });
  const button = trade.button('Buy');
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await outlastTapGuard(page);
  await button.click({ force: true });
  answer();
  await expect(trade.ordersTab(/^Open \(1\)/)).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(sent()).toBe(1);
  expect(await api.orders(await auth.storedToken())).toHaveLength(1);
});

test('an order whose answer was lost is sent again under its id and placed once', async ({
  page,
  api,
  auth,
  trade,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED', 'ERR_CONNECTION_RESET');
  const sent = countOrders(page);
  await page.route(
    ORDERS,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await trade.confirmNoMore();
  await trade.fillTicket({ ...BID, price });
  await trade.button('Buy').click();
  await expect(trade.ordersTab(/^Open \(1\)/)).toBeVisible();
  await expect(trade.button('Buy')).not.toHaveAttribute('aria-busy');
  // Treated as placed: the ticket is empty, so a further tap cannot buy the same again.
  await expect(trade.field('Amount')).toHaveValue('');
  expect(sent()).toBe(2);
  expect(await api.orders(await auth.storedToken())).toHaveLength(1);
});

/** Whether, one frame after the next tap, the same point belongs to the app's own page again. */
function whatLiesBelowNextTap(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = ({ clientX, clientY }: MouseEvent) =>
      requestAnimationFrame(() =>
        resolve(document.elementFromPoint(clientX, clientY)?.closest('#root') instanceof Element),
      );
    document.addEventListener('click', look, { once: true });
  });
}

/**
 * Moves the page's clock beyond the guard against double taps, so that only the pending order prevents a second one.
 */
async function outlastTapGuard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 1500;
  });
}

/** Counts the orders that leave the page. */
function countOrders(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/coin/trade')) count += 1;
  });
  return () => count;
}
