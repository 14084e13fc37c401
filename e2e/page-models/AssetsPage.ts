import type { Locator, Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

/** The assets tab: total, balances of all accounts together, test funds. */
export class AssetsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/index');
    await this.row('USDT').waitFor();
  }

  /** Requests test funds through the sheet and waits until the balance has them. */
  async fund(currency: string, amount: string): Promise<void> {
    const { page } = this;
    await page.getByRole('button', { name: 'Get test funds' }).click();
    const sheet = page.getByRole('dialog', { name: 'Test funds' });
    await sheet.getByRole('radio', { name: currency }).check();
    await fillNumber(sheet.getByRole('textbox', { name: 'Amount' }), amount);
    await sheet.getByRole('button', { name: `Get test ${currency}` }).click();
    await sheet.waitFor({ state: 'hidden' });
  }

  row(currency: string): Locator {
    // The row begins with the coin's letter and its name; its value, in USDT, comes later.
    const coins = this.page.getByRole('region', { name: 'Coins' });
    return coins.getByRole('listitem').filter({ hasText: new RegExp(`^${currency.charAt(0)}${currency}`) });
  }
}
