import type { Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

/** Moving money between one's own accounts. */
export class TransferPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/transfer/index');
    await this.amount.waitFor();
  }

  private get amount() {
    return this.page.getByRole('textbox', { name: 'Quantity' });
  }

  /** Chooses where it goes, by the account's name on the screen, and sends it. */
  async send({ to, amount }: { to: string; amount: string }): Promise<void> {
    const { page } = this;
    await page.getByRole('combobox', { name: 'To', exact: true }).click();
    await page.getByRole('option', { name: to }).click();
    await fillNumber(this.amount, amount);
    await page.getByRole('button', { name: /^Transfer [\d,.]+ / }).click();
    await page.getByText(/ transferred$/).waitFor();
  }
}
