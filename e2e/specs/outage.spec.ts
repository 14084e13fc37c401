// Tests the screens of a trader while the exchange is down: the app shows it, sends no order, and recovers by itself.
import type { Locator } from '@playwright/test';
import { CUT_OFF, expect, NIGHTLY, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';

/** Whether nothing is drawn over the middle of it. */
function isOnTop(locator: Locator): Promise<boolean> {
  return locator.evaluate((element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // An element that lets touches through is not found by its position.
    element.style.pointerEvents = 'auto';
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

// Beside the button that is disabled because of it.
const OFF = 'The server could not be reached. Check your connection and try again.';

// A lost connection is the harder case, in live.spec.ts.
test(
  'trading is disabled while the exchange is down, and enabled when it returns',
  NIGHTLY,
  async ({ page, exchange, api, auth, trade, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const token = await logInWithFunds({ api, auth });
    await trade.open();
    await expect(trade.button('Buy')).toBeEnabled();

    await exchange.kill();
    await expect(page.getByText(OFF)).toBeVisible();
    await expect(trade.button('Buy')).toBeDisabled();
    // With the age of the data that is still shown.
    const strip = page.getByRole('status').filter({ hasText: /^The exchange cannot be reached\. As of / });
    await expect(strip).toBeVisible();
    expect(await isOnTop(strip)).toBe(true);

    await exchange.start();
    await expect(page.getByText(OFF)).toBeHidden();
    await expect(strip).toBeHidden();
    await expect(trade.button('Buy')).toBeEnabled();
    await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
    await trade.ordersTab(/^Fills/).click();
    await expect(trade.rows.first()).toContainText('0.01');
    const orders = await api.orders(token);
    expect(orders).toHaveLength(1);
  },
);
