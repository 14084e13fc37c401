import type { Page } from '@playwright/test';
import { stepUp } from './stepUp.ts';

/** Passwords and devices. */
export class SecurityPages {
  constructor(private readonly page: Page) {}

  async setFundPassword(password: string): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/settings/security/changePayPassword');
    await page.getByRole('textbox', { name: 'New fund password', exact: true }).fill(password);
    await page.getByRole('textbox', { name: 'Repeat new fund password' }).fill(password);
    await stepUp(page);
    await page.getByRole('main').locator('button[type="submit"]').click();
    await page.getByText('Fund password set.').waitFor();
  }
}
