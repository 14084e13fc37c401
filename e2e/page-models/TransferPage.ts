import { expect, type Page } from '@playwright/test';
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
    const press = page.getByRole('button', { name: /^Transfer [\d,.]+ / });
    // A press is refused while an older balance is known; pressing again is safe, and what was done leaves no amount to press for.
    await expect(async () => {
      if (await press.isVisible()) await press.click({ timeout: 5000 });
      await page.getByText(/ transferred$/).waitFor({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
  }
}
