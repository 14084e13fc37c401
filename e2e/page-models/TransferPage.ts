import type { Locator, Page } from '@playwright/test';
import { looksLike, textsOf } from '../texts.ts';
import { fillNumber } from './fillNumber.ts';

type Account = 'spot' | 'option' | 'futures' | 'trust';
type Draft = { readonly to: Account; readonly amount: string };

/** Transfers between own accounts, in the language of a folder of `locales`. */
export class TransferPage {
  private readonly text;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/assets/transfer/index');
    await this.amount.waitFor();
  }

  private get amount(): Locator {
    return this.page.getByRole('textbox', { name: this.text('transfer.amount') });
  }

  /** Sends the form and waits until the exchange has carried it out. */
  async send(): Promise<void> {
    await this.press();
    await this.page.getByText(looksLike(this.text('transfer.done'))).waitFor();
  }

  async press(): Promise<void> {
    await this.page.getByRole('button', { name: looksLike(this.text('transfer.actionAmount')) }).click();
  }

  async fill({ to, amount }: Draft): Promise<void> {
    const { page, text } = this;
    await page.getByRole('combobox', { name: text('transfer.to'), exact: true }).click();
    await page.getByRole('option', { name: text(`assets.account.${to}`) }).click();
    await fillNumber(this.amount, amount);
  }
}
