import type { Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';

type Draft = { readonly to: string; readonly amount: string };

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

  /** Sends it and waits until the exchange has done it. */
  async send(draft: Draft): Promise<void> {
    await this.press(draft);
    await this.page.getByText(/ transferred$/).waitFor();
  }

  /** Chooses where it goes, by the account's name on the screen, and presses the button. */
  async press({ to, amount }: Draft): Promise<void> {
    const { page } = this;
    await page.getByRole('combobox', { name: 'To', exact: true }).click();
    await page.getByRole('option', { name: to }).click();
    await fillNumber(this.amount, amount);
    await page.getByRole('button', { name: /^Transfer [\d,.]+ / }).click();
  }
}
