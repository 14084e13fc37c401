import type { Page } from '@playwright/test';

/** Passwords and devices. */
export class SecurityPages {
  constructor(private readonly page: Page) {}

  async setFundPassword(password: string): Promise<void> {
    const { page } = this;
    await page.goto('#/pages/settings/security/changePayPassword');
    const fields = page.getByRole('main').locator('input[type="password"]');
    await fields.first().fill(password);
    await fields.last().fill(password);
    await page.getByRole('main').locator('button[type="submit"]').click();
    await page.getByText('The fund password is set.').waitFor();
  }
}
