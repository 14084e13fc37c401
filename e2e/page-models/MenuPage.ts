import type { Locator, Page } from '@playwright/test';

/** The left menu, which opens from home. The app is in English until a language is chosen. */
export class MenuPage {
  constructor(private readonly page: Page) {}

  async chooseTheme(name: 'Dark' | 'Light'): Promise<void> {
    const menu = await this.open();
    await menu.getByRole('radio', { name }).check();
    await this.page.locator(`html[data-theme="${name.toLowerCase()}"]`).waitFor();
    await this.close(menu);
  }

  /** The theme follows the device from now on. */
  async followDevice(): Promise<void> {
    const menu = await this.open();
    await menu.getByRole('radio', { name: 'System' }).check();
    await this.close(menu);
  }

  /** Chooses a language by its own name; `tag` is the `lang` of the document then. */
  async chooseLanguage(name: string, tag: string): Promise<void> {
    const menu = await this.open();
    await menu.getByRole('radio', { name, exact: true }).check();
    await this.page.locator(`html[lang="${tag}"]`).waitFor();
    await this.close(menu);
  }

  private async open(): Promise<Locator> {
    await this.page.goto('#/pages/index/index');
    await this.page.getByRole('button', { name: 'Open menu' }).click();
    const menu = this.page.getByRole('dialog');
    await menu.getByRole('radio').first().waitFor();
    return menu;
  }

  private async close(menu: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  }
}
