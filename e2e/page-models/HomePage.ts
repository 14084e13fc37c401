import type { Locator, Page } from '@playwright/test';

/** The home tab: balance and markets. */
export class HomePage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('#/pages/index/index');
    await this.market('BTC').waitFor();
  }

  market(base: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: base }).getByRole('link');
  }

  /** The tabs over the lists of markets. */
  get lists(): Locator {
    return this.page.getByRole('tablist', { name: 'Markets' });
  }

  tab(name: 'Home' | 'Trade' | 'Assets'): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name });
  }
}
