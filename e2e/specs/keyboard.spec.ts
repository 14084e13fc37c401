// Tests that register, deposit and trade work with the keyboard alone on the smallest phone: no tap, and the focus
// always follows Tab. Options and futures are bought that way in their own files.
import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '@halyard/contract/testing/api';
import { expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { picture } from '../page-models/pictures.ts';
import { tabTo } from '../tabTo.ts';

// Options and futures are bought by keyboard at every change.
test('a keyboard user registers, deposits and buys', NIGHTLY, async ({ page, api, home, deposit, trade }) => {
  const address = newAddress();
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  };

  await test.step('register', async () => {
    await page.goto('#/pages/assets/deposit/index');
    await press(page.getByRole('link', { name: 'Create an account' }));
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await type(page.getByLabel('E-mail', { exact: true }).last(), address);
    await press(page.getByRole('checkbox'), 'Space');
    await press(page.getByRole('button', { name: 'Continue' }));
    await page.getByRole('button', { name: /^Resend in/ }).waitFor();
    // The next step follows by itself.
    await type(page.getByLabel('Verification code', { exact: true }), await api.codeFor(address));
    await page.getByLabel('New password', { exact: true }).waitFor();
    await type(page.getByLabel('New password', { exact: true }), PASSWORD);
    await press(page.getByRole('button', { name: 'Create account' }));
  });

  await test.step('declare a deposit, and find it among the records', async () => {
    await deposit.qr.waitFor();
    await press(page.getByRole('link', { name: 'Enter payment details' }));
    await type(page.getByRole('textbox', { name: /amount/i }), '500');
    const chooser = page.waitForEvent('filechooser');
    await press(page.getByRole('button', { name: 'Choose picture' }));
    await (await chooser).setFiles(await picture(page, 'proof.png'));
    await page.getByText('Uploaded').waitFor();
    await press(deposit.submit);
    await deposit.status('Approved').first().waitFor();
  });

  await test.step('buy by market', async () => {
    await page.goto('#/pages/index/index');
    await press(home.tab('Trade'));
    await trade.bids.first().waitFor();
    await chooseMarketOrder(page, trade.ticket);
    await type(trade.field('Amount'), '0.01');
    await press(trade.button('Buy'));
    await trade.confirm.waitFor();
    await press(trade.confirm);
    await expect(trade.confirmation).toBeHidden();
    await expect(trade.field('Amount')).toHaveValue('');
    const [order] = await api.orders(await api.logIn(address));
    expect(order).toMatchObject({ side: 'buy', orderType: 'market', status: 'completed' });
  });
});

async function chooseMarketOrder(page: Page, ticket: Locator): Promise<void> {
  await tabTo(page, ticket.getByRole('button', { name: /^Order type: / }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await ticket.getByRole('button', { name: 'Order type: Market' }).waitFor();
}
