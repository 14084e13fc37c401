import type { Locator, Page } from '@playwright/test';

/** The settings and the page of languages. */
export class SettingsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/settings/index');
    await this.page.locator('main dl').waitFor();
  }

  async openLanguages(): Promise<void> {
    await this.page.goto('#/pages/settings/language/language');
    await this.page.getByRole('radio').first().waitFor();
  }

  /** Chooses a language by its own name; `tag` is the `lang` of the document then. */
  async chooseLanguage(name: string, tag: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check({ force: true });
    await this.page.locator(`html[lang="${tag}"]`).waitFor();
  }

  /** A theme or the colours of prices, by their English words. */
  async choose(name: string | RegExp): Promise<void> {
    await this.page.getByRole('radio', { name }).check({ force: true });
  }

  /** The value beside a label of the storage, in English. */
  size(label: string): Locator {
    return this.page.locator('dl > div', { hasText: label }).locator('dd');
  }

  async clearStorage(): Promise<void> {
    await this.page.getByRole('button', { name: 'Clear cache' }).click();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log out' }).click();
    const sheet = this.page.getByRole('dialog');
    await sheet.getByText('Removed from this device:').waitFor();
    await sheet.getByRole('button', { name: 'Log out' }).click();
  }
}
