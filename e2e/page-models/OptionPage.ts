import type { Locator, Page } from '@playwright/test';
import { loggedLines } from '../loggedLines.ts';
import { looksLike, textsOf } from '../texts.ts';
import { fillNumber } from './fillNumber.ts';

type Direction = 'up' | 'down' | 'even';

/** The tab of options, its cards and their sheet, in the language of a folder of `locales`. */
export class OptionPage {
  private readonly text;

  constructor(
    readonly page: Page,
    language = 'en',
  ) {
    this.text = textsOf(language);
  }

  async open(): Promise<void> {
    await this.page.goto('#/pages/option/detail');
    await this.times.first().waitFor();
  }

  /** Of the settled ones. */
  async openHistory(): Promise<void> {
    await this.page.goto('#/pages/option/history');
    await this.history.first().waitFor();
  }

  get ticket(): Locator {
    return this.page.getByRole('region', { name: this.text('options.ticket.label') });
  }

  /** The delivery times, the shortest one first. */
  get times(): Locator {
    return this.ticket.getByRole('radio');
  }

  get stake(): Locator {
    return this.ticket.getByRole('textbox', { name: this.text('options.ticket.stake') });
  }

  button(direction: Direction): Locator {
    return this.ticket.getByRole('button', { name: new RegExp(`^${this.text(`options.direction.${direction}`)}`) });
  }

  /** The reason why nothing can be bought. */
  get reason(): Locator {
    return this.ticket.getByRole('status');
  }

  /** Chooses the shortest time and types a stake. */
  async fill(stake: string): Promise<void> {
    await this.times.first().check({ force: true });
    await fillNumber(this.stake, stake);
  }

  /** Running options and those settled while the page was open, newest first. */
  get cards(): Locator {
    return this.page.getByRole('region', { name: this.text('options.running.label') }).getByRole('listitem');
  }

  /** The remaining time, on each card. */
  get countdowns(): Locator {
    return this.cards.locator('time');
  }

  get waiting(): Locator {
    return this.cards.getByText(this.text('options.running.due'));
  }

  /** The message to a winner, on each card. */
  get wins(): Locator {
    return this.cards.getByRole('status').filter({ hasText: looksLike(this.text('options.result.win')) });
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('heading') });
  }

  async openFirst(list: Locator): Promise<void> {
    await list.first().getByRole('button').first().click();
    await this.sheet.waitFor();
  }

  async closeSheet(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.sheet.waitFor({ state: 'hidden' });
  }

  /** Computes the result of the open sheet again; returns the text of each line. */
  async verify(): Promise<readonly string[]> {
    await this.sheet.getByRole('button', { name: this.text('options.verify.start') }).click();
    return loggedLines(this.sheet, this.text);
  }

  get history(): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.locator('button[aria-haspopup="dialog"]') });
  }
}
