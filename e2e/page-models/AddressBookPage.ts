import type { Locator, Page } from '@playwright/test';
import { useOwnCode } from './stepUp.ts';

/** The book of withdrawal addresses. */
export class AddressBookPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/user/address/index');
    await this.page.getByRole('heading', { name: 'Withdrawal addresses' }).waitFor();
  }

  entry(label: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: label });
  }

  /** Adds an address through the form; reads the code from the sandbox's messages, as a user of a sandbox does. */
  async add(entry: {
    coin: string;
    chain: string;
    address: string;
    label: string;
    fundPassword: string;
  }): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/user/address/create');
    await page.getByRole('radio', { name: entry.coin, exact: true }).check();
    await page.getByRole('radio', { name: entry.chain, exact: true }).check();
    await page.getByRole('textbox', { name: 'Address' }).fill(entry.address);
    await page.getByRole('textbox', { name: 'Label (optional)' }).fill(entry.label);
    await page.getByRole('textbox', { name: 'Fund password' }).fill(entry.fundPassword);
    await useOwnCode(page);
    await page.getByRole('button', { name: 'Add address' }).click();
    // The form returns by itself once the address is in the book.
    await page.getByText('Address added.').waitFor();
    await page.waitForURL((url) => !url.hash.includes('address/create'));
  }
}
