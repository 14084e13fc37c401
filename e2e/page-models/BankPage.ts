import type { Page } from '@playwright/test';

/** The bank card of a user. */
export class BankPage {
  constructor(private readonly page: Page) {}

  /** Binds a card through the form, every field of it. */
  async bind(fundPassword: string): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/bankbind/addbank');
    for (const [label, text] of FIELDS) await page.getByRole('textbox', { name: label }).fill(text);
    await page.getByLabel('Fund password').fill(fundPassword);
    await page.getByRole('main').locator('button[type="submit"]').click();
    await page.getByText('The bank card is saved.').waitFor();
  }
}

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^Name|^Account holder|^Full name/, 'Ann Example'],
  [/^Card number/, '5200828282828210'],
  [/^Bank name/, 'Deutsche Bank'],
  [/^Bank of deposit|^Branch/, 'Berlin'],
  [/^Bank address/, 'Unter den Linden 13, Berlin'],
  [/^SWIFT/, 'DEUTDEFF500'],
  [/^IBAN/, 'DE89 3704 0044 0532 0130 00'],
  [/address of the payee|^Payee/, '1 Quay, Tokyo'],
  [/^Post/, '100-0001'],
];
