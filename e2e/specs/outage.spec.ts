// Proves what a trader sees while the exchange is gone: that it is said, that no order can be sent, and that all is
// well again by itself.
import type { Locator } from '@playwright/test';
import { CUT_OFF, expect, NIGHTLY, test } from '../fixtures.ts';
import { logInWithFunds } from '../logInWithFunds.ts';

/** Whether nothing is drawn over the middle of it. */
function isOnTop(locator: Locator): Promise<boolean> {
  return locator.evaluate((element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // What lets touches through is not found by its place.
    element.style.pointerEvents = 'auto';
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

// Beside the button that is off for it.
const OFF = 'The server could not be reached. Check your connection and try again.';

// A line that is cut is the harder case, in live.spec.ts.
test(
  'a killed exchange turns trading off, and its return turns it on again',
  NIGHTLY,
  async ({ page, exchange, api, auth, trade, expectedErrors }) => {
    test.setTimeout(480_000);
    expectedErrors.push(...CUT_OFF);
    const token = await logInWithFunds({ api, auth });
    await trade.open();
    await expect(trade.button('Buy')).toBeEnabled();

    await exchange.kill();
    await expect(page.getByText(OFF)).toBeVisible();
    await expect(trade.button('Buy')).toBeDisabled();
    // With the age of what is still shown.
    const strip = page.getByRole('status').filter({ hasText: /^The exchange cannot be reached\. As of / });
    await expect(strip).toBeVisible();
    expect(await isOnTop(strip)).toBe(true);

    await exchange.start();
    await expect(page.getByText(OFF)).toBeHidden({ timeout: 60_000 });
    await expect(strip).toBeHidden();
    await expect(trade.button('Buy')).toBeEnabled();
    await trade.place({ side: 'Buy', type: 'Market', amount: '0.01' });
    await trade.ordersTab(/^Fills/).click();
    await expect(trade.rows.first()).toContainText('0.01');
    const orders = await api.orders(token);
    expect(orders).toHaveLength(1);
  },
);
