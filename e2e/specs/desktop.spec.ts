// Tests that trading on a desktop works with the keyboard alone, from the login to an order, that panes can be resized
// and keep their sizes, and that axe finds no fault.
import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '@halyard/contract/testing/api';
import { findBarriers } from '../barriers.ts';
import { expect, newAddress, test } from '../fixtures.ts';
import { tabTo } from '../tabTo.ts';

const DESKTOP = { width: 1280, height: 800 } as const;

test('a keyboard user logs in and buys on a desktop, which keeps its panes', async ({ page, api, trade }) => {
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '10000');
  await page.setViewportSize(DESKTOP);
  const ticket = page.getByRole('region', { name: 'Order form' });
  const press = (key: string) => page.keyboard.press(key);

  await test.step('log in from the order form', async () => {
    await trade.open();
    await press('b');
    await expect(trade.field('Price')).toBeFocused();
    await tabTo(page, ticket.getByRole('link', { name: 'Log in to trade' }));
    await press('Enter');
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }));
    await page.keyboard.type(address);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await press('Enter');
    await expect(trade.button('Buy')).toBeEnabled();
  });

  await test.step('choose a side, step the price and send the order by shortcuts', async () => {
    const price = trade.field('Price');
    await press('s');
    await expect(trade.side('Sell')).toBeChecked();
    await expect(price).toBeFocused();
    const before = await price.inputValue();
    await press('ArrowUp');
    await expect(price).not.toHaveValue(before);
    await press('ArrowDown');
    await expect(price).toHaveValue(before);
    // In a field letters are typed; on the button after it they are shortcuts.
    await press('Tab');
    await press('b');
    await expect(trade.side('Buy')).toBeChecked();
    await tabTo(page, trade.field('Amount'));
    await page.keyboard.type('0.01');
    await press('Control+Enter');
    await trade.confirm.waitFor();
    await press('Control+Enter');
    await expect(trade.confirmation).toBeHidden();
    await expect(trade.field('Amount')).toHaveValue('');
    await expect.poll(async () => (await api.orders(await api.logIn(address))).length).toBe(1);
  });

  await test.step('read the assets in a table', async () => {
    const orders = page.getByRole('region', { name: 'Orders and assets' });
    await tabBackTo(page, orders.getByRole('tab', { selected: true }));
    await press('End');
    await expect(orders.getByRole('tab', { name: 'Assets' })).toBeFocused();
    await expect(orders.getByRole('table', { name: 'Assets' }).getByRole('row', { name: /^USDT/ })).toBeVisible();
  });

  await test.step('list the shortcuts, and turn one off', async () => {
    await press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.waitFor();
    await tabTo(page, list.getByRole('switch', { name: /Sell, short or down/ }));
    await press('Space');
    await press('Escape');
    await expect(list).toBeHidden();
    await press('s');
    await expect(trade.side('Buy')).toBeChecked();
  });

  await test.step('resize a pane, maximise one, and find the size again', async () => {
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    const width = async () => (await chart.boundingBox())?.width ?? 0;
    const before = await width();
    await press('/');
    await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
    await tabTo(page, page.getByRole('separator', { name: 'Width of the markets' }));
    await press('ArrowRight');
    await expect.poll(width).toBeLessThan(before);
    const resized = await width();
    await tabTo(page, chart.getByRole('button', { name: 'Maximise Chart' }));
    await press('Enter');
    await expect.poll(width).toBeGreaterThan(1000);
    await press('Escape');
    await expect.poll(width).toBeCloseTo(resized, 0);
    await page.reload();
    await trade.bids.first().waitFor();
    await expect.poll(width).toBeCloseTo(resized, 0);
  });

  expect(await findBarriers(page)).toEqual([]);
});

/** Presses Shift and Tab until an element has the focus. */
async function tabBackTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}
