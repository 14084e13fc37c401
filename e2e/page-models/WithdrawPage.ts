import type { Locator, Page } from '@playwright/test';
import { fillNumber } from './fillNumber.ts';
import { proveUntil } from './stepUp.ts';
import { statusBadge } from './statusBadge.ts';

/** Withdrawals: the form, its confirmation, and the outcome. */
export class WithdrawPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/withdraw/index');
    await this.amount.waitFor();
  }

  async openBank(): Promise<void> {
    await this.page.goto('#/pages/assets/withdraw/bank/bank');
    await this.amount.waitFor();
  }

  get amount(): Locator {
    return this.page.getByRole('textbox', { name: 'Amount' });
  }

  /** The steps required before the first withdrawal. */
  get needs(): Locator {
    return this.page.getByRole('region', { name: 'Before your first withdrawal' }).getByRole('listitem');
  }

  async fill(amount: string, remark = ''): Promise<void> {
    await fillNumber(this.amount, amount);
    await this.page.getByRole('textbox', { name: 'Remark (optional)' }).fill(remark);
  }

  /** The figure beside a label: `Fee`, `You receive`, `Requests left today`. */
  figure(label: string): Locator {
    return this.page
      .locator('dl > div')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .locator('dd')
      .first();
  }

  /** Sends the form and confirms it with the fund password. */
  async confirm(fundPassword: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Withdraw / }).click();
    const sheet = this.sheet;
    await sheet.getByRole('textbox', { name: 'Fund password' }).fill(fundPassword);
    // With a second step to follow, the button continues.
    await sheet.getByRole('button', { name: /^(Withdraw now|Continue)$/ }).click();
  }

  /** The same, with a step-up if the exchange requires one; ends where the withdrawal is shown. */
  async confirmByStepUp(fundPassword: string): Promise<void> {
    await this.confirm(fundPassword);
    const taken = this.page.getByRole('heading', { name: 'Withdrawal', exact: true });
    await proveUntil(this.page, taken);
    await taken.waitFor();
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: /^Withdraw / });
  }

  /** The state that a withdrawal shows. */
  status(word: 'Under review' | 'Approved' | 'Rejected' | 'Cancelled'): Locator {
    return statusBadge(this.page, word);
  }

  async cancel(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    const sheet = this.page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
    await sheet.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await sheet.waitFor({ state: 'hidden' });
  }
}
