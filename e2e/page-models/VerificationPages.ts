import type { Locator, Page } from '@playwright/test';
import { picture } from './pictures.ts';
import { statusBadge } from './statusBadge.ts';

/** The user's data for the basic level. */
export type Person = {
  readonly country: string;
  readonly name: string;
  readonly idNumber: string;
  readonly address: string;
};

/** Both levels of verification. */
export class VerificationPages {
  constructor(private readonly page: Page) {}

  async submitBasic({ country, name, idNumber, address }: Person): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/verification/basic');
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill(country);
    await page.getByRole('option', { name: country, exact: true }).click();
    await page.getByRole('textbox', { name: 'Full name' }).fill(name);
    await page.getByRole('textbox', { name: 'ID number' }).fill(idNumber);
    await page.getByRole('textbox', { name: 'Contact address' }).fill(address);
    await page.getByRole('button', { name: 'Submit for review' }).click();
  }

  /** Uploads three pictures, each of the screen, and waits for each. */
  async submitAdvanced(): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/verification/advanced');
    const files = page.locator('main [role="group"] input[type="file"]');
    await page.getByRole('main').getByRole('group').first().waitFor();
    for (const group of await page.getByRole('main').getByRole('group').all()) {
      await group
        .locator('input[type="file"]')
        .last()
        .setInputFiles(await picture(page, 'document.png'));
      await group.getByText('Uploaded').waitFor();
    }
    await files.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Submit for review' }).click();
  }

  status(word: 'Verified' | 'Under review'): Locator {
    // A verified basic level shows what it opens in place of the badge.
    return statusBadge(this.page, word).or(this.page.getByText('Verified: withdrawals and options are open'));
  }

  /** Why a level was rejected. */
  get rejection(): Locator {
    return this.page.getByText(/^Not accepted\./);
  }
}
