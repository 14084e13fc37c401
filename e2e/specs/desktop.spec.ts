// Tests that trading on a desktop works with the keyboard alone, from the login to an order that is changed and
// cancelled, and to the choice of a market; that panes can be resized and keep their sizes, and axe finds no fault.
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

  const orders = page.getByRole('region', { name: 'Orders and assets' });

  await test.step('change an open order, and cancel it', async () => {
    const prices = await Promise.all(['0.91', '0.92'].map((share) => api.priceNear('BTC', share)));
    const [first = '', second = ''] = prices;
    await press('Tab');
    await press('b');
    await press('Control+a');
    await page.keyboard.type(first);
    await tabTo(page, trade.field('Amount'));
    await page.keyboard.type('0.02');
    await press('Control+Enter');
    await trade.confirm.waitFor();
    await press('Control+Enter');
    await expect(trade.confirmation).toBeHidden();
    const row = orders.getByRole('row').filter({ hasText: '0.02 BTC' });
    await row.waitFor();
    await tabBackTo(page, row.getByRole('button', { name: /^Change order/ }));
    await press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Change order' });
    await tabTo(page, sheet.getByRole('textbox', { name: 'Price', exact: true }));
    await press('Control+a');
    await page.keyboard.type(second);
    await press('Enter');
    await expect(sheet).toBeHidden();
    const own = async () => (await api.orders(await api.logIn(address))).filter(({ quantity }) => quantity === '0.02');
    await expect.poll(async () => (await own()).map(({ price }) => price)).toContain(second);
    await tabBackTo(page, row.getByRole('button', { name: /^Cancel order/ }));
    await press('Enter');
    await expect(row).toHaveCount(0);
    expect((await own()).map(({ status }) => status)).not.toContain('waiting');
  });

  await test.step('read the assets in a table', async () => {
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
    await tabTo(page, chart.getByRole('button', { name: 'Maximize Chart' }));
    await press('Enter');
    await expect.poll(width).toBeGreaterThan(1000);
    await press('Escape');
    await expect.poll(width).toBeCloseTo(resized, 0);
    await page.reload();
    await trade.bids.first().waitFor();
    await expect.poll(width).toBeCloseTo(resized, 0);
  });

  await test.step('search a market and choose it', async () => {
    await press('/');
    await page.keyboard.type('bitcoin');
    await expect(page.getByRole('region', { name: 'Markets' }).getByRole('status')).toHaveText('1 market');
    await press('ArrowDown');
    await press('Enter');
    await expect(page).toHaveURL(/symbol=BTC/);
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
