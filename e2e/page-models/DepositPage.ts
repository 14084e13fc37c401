import { expect, type Locator, type Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';
import { picture } from './pictures.ts';
import { statusBadge } from './statusBadge.ts';

/** Deposits: the address, the declaration, and its outcome. */
export class DepositPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/deposit/index');
    await this.page.getByRole('radiogroup', { name: 'Coin or method' }).waitFor();
  }

  /** `USDT`, `BTC`, `ETH` or `Bank`, and the chain of a coin. */
  async choose(channel: string, chain?: string): Promise<void> {
    await this.pick(channel);
    if (chain !== undefined) await this.pick(chain);
  }

  // The choice is in the address of the page, so it shows a moment after the tap.
  private async pick(name: string): Promise<void> {
    const choice = this.page.getByRole('radio', { name, exact: true });
    await choice.click();
    await expect(choice).toBeChecked();
  }

  get qr(): Locator {
    return this.page.getByRole('img', { name: /^QR code of your/ });
  }

  /** From the terms to the form. */
  async pay(): Promise<void> {
    await this.page.getByRole('link', { name: /^Enter (payment|transfer) details/ }).click();
    await this.page.getByRole('heading', { name: 'Confirm your deposit' }).waitFor();
  }

  /** Fills the form with an amount and a picture of the screen as the proof, and waits until it is uploaded. */
  async fill(amount: string): Promise<void> {
    await fillNumber(this.page.getByRole('textbox', { name: /amount/i }), amount);
    await this.page
      .getByRole('group', { name: /Picture of the payment|Transfer voucher/ })
      .locator('input[type="file"]')
      .last()
      .setInputFiles(await picture(this.page, 'proof.png'));
    await this.page.getByText('Uploaded').waitFor();
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: /^Submit deposit/ });
  }

  /** The state that a declared deposit shows. */
  status(word: 'Under review' | 'Approved' | 'Rejected'): Locator {
    return statusBadge(this.page, word);
  }
}
