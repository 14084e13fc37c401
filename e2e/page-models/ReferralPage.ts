import type { Locator, Page } from '@playwright/test';
import { textsOf } from '../texts.ts';

type View = 'rebates' | 'friends' | 'ranking';

/** Referral: the own code, its link and poster, and the results; in the language of a folder of `locales`. */
export class ReferralPage {
  private readonly text;

  constructor(
    private readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/promotion/index');
    await this.poster.waitFor();
  }

  get copyLink(): Locator {
    const what = this.text('referral.link');
    return this.page.getByRole('button', { name: this.text('forms.copy.what').replace('{{what}}', what) });
  }

  get poster(): Locator {
    return this.page.getByRole('button', { name: this.text('referral.poster.save') });
  }

  async show(view: View): Promise<void> {
    await this.page.getByRole('tab', { name: this.text(`referral.view.${view}`) }).click();
    await this.page.getByRole('tabpanel', { name: this.text(`referral.view.${view}`) }).waitFor();
  }

  /** The invited users. */
  get friends(): Locator {
    return this.page.getByRole('list', { name: this.text('referral.view.friends') }).getByRole('listitem');
  }

  /** Whether the user is visible in the ranking. */
  get ranked(): Locator {
    return this.page.getByRole('switch', { name: this.text('referral.ranking.show') });
  }

  /** The number of invited users, by generation. */
  get people(): Locator {
    return this.page.getByRole('table').getByRole('row').getByRole('cell').nth(0);
  }
}
