import type { Locator, Page } from '@playwright/test';

/** Notices and help, and the way to them from home. The app is in English until a language is chosen. */
export class ReadingPages {
  constructor(private readonly page: Page) {}

  async openNotices(): Promise<void> {
    await this.page.goto('#/pages/notice/index');
    await this.page.getByRole('heading', { name: 'NOTICE' }).waitFor();
  }

  async openHelp(): Promise<void> {
    await this.page.goto('#/pages/help-center/center');
    await this.row('Install the app').waitFor();
  }

  /** By its name, which is the same in all languages. */
  async openArticle(slug: string): Promise<void> {
    await this.page.goto(`#/pages/help-center/detail?slug=${slug}`);
    await this.article.waitFor();
  }

  /** From home by the left menu. */
  async openByMenu(name: 'Notices' | 'Help'): Promise<void> {
    await this.page.goto('#/pages/index/index');
    await this.page.getByRole('button', { name: 'Open menu' }).click();
    await this.page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
  }

  /** A notice or an article of help in a list. */
  row(title: string): Locator {
    return this.page.getByRole('main').getByRole('link').filter({ hasText: title });
  }

  /** All articles of help by their sections. */
  get rows(): Locator {
    return this.page.getByRole('main').getByRole('listitem').getByRole('link');
  }

  get article(): Locator {
    return this.page.getByRole('article');
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search help' });
  }

  /** The results of a search, the best first. */
  get found(): Locator {
    return this.page.getByRole('list', { name: 'Found articles' }).getByRole('link');
  }

  /** The banners of home. */
  get banners(): Locator {
    return this.page.getByRole('region', { name: 'News' });
  }

  /** The newest notice on home. */
  get ticker(): Locator {
    return this.page.getByRole('main').getByRole('link', { name: /^Notice / });
  }
}
