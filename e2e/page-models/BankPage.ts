import type { Locator, Page } from '@playwright/test';
import { stepUp } from './stepUp.ts';

/** The required fields of a card, by the labels of its form; branch and IBAN are left out. */
export type BankCardTexts = {
  readonly holder: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly swift: string;
  readonly payeeAddress: string;
  readonly postalCode: string;
};

/** The bank card: bound, shown by the end of its number, changed. */
export class BankPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/bankbind/index');
    await this.page.getByRole('heading', { name: 'Bank account' }).waitFor();
  }

  /** Fills the form and sends it, with the fund password where one is set; back on the card's page when it resolves. */
  async bind(card: BankCardTexts, fundPassword?: string): Promise<void> {
    const { page } = this;
    await page.getByRole('link', { name: /^(Add|Change) bank account$/ }).click();
    await page.getByLabel('Full name of the holder').fill(card.holder);
    await page.getByLabel('Card or account number').fill(card.accountNumber);
    await page.getByLabel('Bank name').fill(card.bankName);
    await page.getByLabel('Bank address').fill(card.bankAddress);
    await page.getByLabel('SWIFT code').fill(card.swift);
    await page.getByLabel('Holder’s full address').fill(card.payeeAddress);
    await page.getByLabel('Postal code').fill(card.postalCode);
    if (fundPassword !== undefined) await page.getByRole('textbox', { name: 'Fund password' }).fill(fundPassword);
    await stepUp(page);
    await page.getByRole('button', { name: 'Save bank account' }).click();
    await this.number(card.accountNumber.slice(-4)).waitFor();
  }

  /** The number of the bound card, with the last four characters shown. */
  number(end: string): Locator {
    return this.page.getByText(`****${end}`, { exact: true });
  }
}
